// The MQI through mq-golang: scenarios, and putting and getting for the pairs of languages.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/ibm-messaging/mq-golang/v5/ibmmq"
)

const usage = "usage: languages scenarios|connect|put|get QUEUE-MANAGER [QUEUE [COUNT]]"

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	mode, manager, queue := os.Args[1], os.Args[2], ""
	if len(os.Args) > 3 {
		queue = os.Args[3]
	}
	var err error
	switch mode {
	case "scenarios":
		if !runScenarios(manager, queue) {
			os.Exit(1)
		}
	case "connect":
		fmt.Printf("reason %d\n", connectReason(manager))
	case "put":
		count := 1
		if len(os.Args) > 4 {
			fmt.Sscan(os.Args[4], &count)
		}
		err = putForOthers(manager, queue, count)
	case "get":
		err = getFromOthers(manager, queue)
	default:
		err = fmt.Errorf(usage)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func connect(manager string) (ibmmq.MQQueueManager, error) {
	return ibmmq.Conn(manager)
}

// connectReason tells how a connection goes that may fail.
func connectReason(manager string) int32 {
	connection, err := connect(manager)
	if err != nil {
		return reasonOf(err)
	}
	connection.Disc()
	return ibmmq.MQRC_NONE
}

func reasonOf(err error) int32 {
	if err == nil {
		return ibmmq.MQRC_NONE
	}
	if failure, ok := err.(*ibmmq.MQReturn); ok {
		return failure.MQRC
	}
	return -1
}

func open(connection ibmmq.MQQueueManager, queue string, options int32) (ibmmq.MQObject, error) {
	description := ibmmq.NewMQOD()
	description.ObjectType = ibmmq.MQOT_Q
	description.ObjectName = queue
	return connection.Open(description, options)
}

// What every language puts and gets: the texts are not ASCII, and the integer is larger than a double can be exact.
const (
	pairBody   = "Grüße, świat, 世界, €"
	pairText   = "żółć – 雪"
	pairInt32  = int32(-123456)
	pairInt64  = int64(9007199254740993)
	pairDouble = float64(0.1)
)

var pairBytes = []byte{0, 1, 0x7f, 0x80, 0xff}

func putForOthers(manager, queue string, count int) error {
	connection, err := connect(manager)
	if err != nil {
		return err
	}
	defer connection.Disc()
	object, err := open(connection, queue, ibmmq.MQOO_OUTPUT)
	if err != nil {
		return err
	}
	defer object.Close(0)
	handle, err := connection.CrtMH(ibmmq.NewMQCMHO())
	if err != nil {
		return err
	}
	defer handle.DltMH(ibmmq.NewMQDMHO())
	properties := map[string]interface{}{
		"pair.text": pairText, "pair.int32": pairInt32, "pair.int64": pairInt64,
		"pair.double": pairDouble, "pair.yes": true, "pair.bytes": pairBytes,
	}
	for name, value := range properties {
		if err := handle.SetMP(ibmmq.NewMQSMPO(), name, ibmmq.NewMQPD(), value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for i := 0; i < count; i++ {
		descriptor := ibmmq.NewMQMD()
		descriptor.Format = ibmmq.MQFMT_STRING
		descriptor.CodedCharSetId = 1208
		options := ibmmq.NewMQPMO()
		options.Options = ibmmq.MQPMO_NO_SYNCPOINT
		options.OriginalMsgHandle = handle
		if err := object.Put(descriptor, options, []byte(pairBody)); err != nil {
			return err
		}
	}
	fmt.Printf("put %d\n", count)
	return nil
}

func getFromOthers(manager, queue string) error {
	connection, err := connect(manager)
	if err != nil {
		return err
	}
	defer connection.Disc()
	object, err := open(connection, queue, ibmmq.MQOO_INPUT_SHARED)
	if err != nil {
		return err
	}
	defer object.Close(0)
	handle, err := connection.CrtMH(ibmmq.NewMQCMHO())
	if err != nil {
		return err
	}
	defer handle.DltMH(ibmmq.NewMQDMHO())
	descriptor, options := ibmmq.NewMQMD(), getOptions(5000)
	options.Options |= ibmmq.MQGMO_PROPERTIES_IN_HANDLE
	options.MsgHandle = handle
	// The descriptor of a get names the character set wanted: here that of Unicode in UTF-8.
	descriptor.CodedCharSetId = 1208
	body, _, err := object.GetSlice(descriptor, options, make([]byte, 0, 4096))
	if err != nil {
		return err
	}
	fmt.Printf("body %s %s %s\n", strings.TrimSpace(descriptor.Format), fmt.Sprint(descriptor.CodedCharSetId), body)
	for _, name := range []string{"text", "int32", "int64", "double", "yes", "bytes"} {
		_, value, err := handle.InqMP(ibmmq.NewMQIMPO(), ibmmq.NewMQPD(), "pair."+name)
		if reasonOf(err) == ibmmq.MQRC_PROPERTY_NOT_AVAILABLE {
			fmt.Printf("%s absent\n", name)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Printf("%s %s\n", name, shown(value))
	}
	return nil
}

// shown writes a value as all the languages write it, with its type.
func shown(value interface{}) string {
	switch value := value.(type) {
	case string:
		return "string " + value
	case int32:
		return fmt.Sprintf("int32 %d", value)
	case int64:
		return fmt.Sprintf("int64 %d", value)
	case float64:
		return fmt.Sprintf("double %v", value)
	case bool:
		return fmt.Sprintf("boolean %v", value)
	case []byte:
		return fmt.Sprintf("bytes %x", value)
	}
	return fmt.Sprintf("%T %v", value, value)
}
