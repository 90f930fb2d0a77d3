package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ibm-messaging/mq-golang/v5/ibmmq"
)

// What the scenarios share: a connection, and a queue that is empty before each.
type bench struct {
	manager, queue string
	connection     ibmmq.MQQueueManager
	object         ibmmq.MQObject
}

var scenarios = []struct {
	name string
	run  func(*bench) error
}{
	{"put and get", putAndGet},
	{"get by correlation id", getByCorrelationID},
	{"browse", browse},
	{"wait ends without a message", waitEnds},
	{"truncation", truncation},
	{"back out and commit", backOutAndCommit},
	{"callback", callback},
	{"properties", properties},
	{"inquire and set", inquireAndSet},
	{"PCF inquire", pcfInquire},
	{"failures", failures},
	{"two megabytes", twoMegabytes},
}

// runScenarios tells whether all passed.
func runScenarios(manager, queue string) bool {
	b := &bench{manager: manager, queue: queue}
	passed, failed := 0, 0
	tell := func(name string, err error) {
		if err != nil {
			failed++
			fmt.Printf("FAILED %s: %v\n", name, err)
		} else {
			passed++
			fmt.Printf("ok %s\n", name)
		}
	}
	err := b.start()
	tell("connect", err)
	if err == nil {
		for _, scenario := range scenarios {
			err := b.empty()
			if err == nil {
				err = scenario.run(b)
			}
			tell(scenario.name, err)
		}
		tell("disconnect", b.connection.Disc())
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	return failed == 0
}

func (b *bench) start() (err error) {
	if b.connection, err = connect(b.manager); err != nil {
		return err
	}
	b.object, err = open(b.connection, b.queue, ibmmq.MQOO_OUTPUT|ibmmq.MQOO_INPUT_SHARED|ibmmq.MQOO_BROWSE|
		ibmmq.MQOO_INQUIRE|ibmmq.MQOO_SET)
	return err
}

// empty takes what an earlier scenario left.
func (b *bench) empty() error {
	for {
		_, err := b.get(getOptions(0))
		if reasonOf(err) == ibmmq.MQRC_NO_MSG_AVAILABLE {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (b *bench) put(text string, options int32) (*ibmmq.MQMD, error) {
	descriptor, putOptions := ibmmq.NewMQMD(), ibmmq.NewMQPMO()
	descriptor.Format = ibmmq.MQFMT_STRING
	putOptions.Options = options | ibmmq.MQPMO_NEW_MSG_ID
	return descriptor, b.object.Put(descriptor, putOptions, []byte(text))
}

// getOptions are those of a get outside units of work; without a time it does not wait.
func getOptions(waitMs int32) *ibmmq.MQGMO {
	options := ibmmq.NewMQGMO()
	options.Options = ibmmq.MQGMO_NO_SYNCPOINT | ibmmq.MQGMO_CONVERT
	if waitMs > 0 {
		options.Options |= ibmmq.MQGMO_WAIT
		options.WaitInterval = waitMs
	}
	return options
}

func (b *bench) get(options *ibmmq.MQGMO) (string, error) {
	data, _, err := b.object.GetSlice(ibmmq.NewMQMD(), options, make([]byte, 0, 3<<20))
	return string(data), err
}

func equal(what string, got, wanted interface{}) error {
	if fmt.Sprint(got) != fmt.Sprint(wanted) {
		return fmt.Errorf("%s is %v instead of %v", what, got, wanted)
	}
	return nil
}

// first gives the first error of several.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func putAndGet(b *bench) error {
	if _, err := b.put("hello", ibmmq.MQPMO_NO_SYNCPOINT); err != nil {
		return err
	}
	text, err := b.get(getOptions(2000))
	return first(err, equal("text", text, "hello"))
}

func getByCorrelationID(b *bench) error {
	for _, letter := range []string{"a", "b", "c"} {
		descriptor, options := ibmmq.NewMQMD(), ibmmq.NewMQPMO()
		descriptor.CorrelId = bytes.Repeat([]byte(letter), 24)
		options.Options = ibmmq.MQPMO_NO_SYNCPOINT
		if err := b.object.Put(descriptor, options, []byte(letter)); err != nil {
			return err
		}
	}
	descriptor, options := ibmmq.NewMQMD(), getOptions(0)
	options.Version = ibmmq.MQGMO_VERSION_2
	options.MatchOptions = ibmmq.MQMO_MATCH_CORREL_ID
	descriptor.CorrelId = bytes.Repeat([]byte("b"), 24)
	text, _, err := b.object.GetSlice(descriptor, options, make([]byte, 0, 100))
	return first(err, equal("text", string(text), "b"))
}

func browse(b *bench) error {
	for _, text := range []string{"one", "two"} {
		if _, err := b.put(text, ibmmq.MQPMO_NO_SYNCPOINT); err != nil {
			return err
		}
	}
	var seen []string
	options := getOptions(0)
	options.Options |= ibmmq.MQGMO_BROWSE_FIRST
	for {
		text, err := b.get(options)
		if reasonOf(err) == ibmmq.MQRC_NO_MSG_AVAILABLE {
			break
		}
		if err != nil {
			return err
		}
		seen = append(seen, text)
		options = getOptions(0)
		options.Options |= ibmmq.MQGMO_BROWSE_NEXT
	}
	text, err := b.get(getOptions(0))
	return first(equal("browsed", seen, []string{"one", "two"}), err, equal("text", text, "one"))
}

func waitEnds(b *bench) error {
	_, err := b.get(getOptions(200))
	return equal("reason", reasonOf(err), ibmmq.MQRC_NO_MSG_AVAILABLE)
}

func truncation(b *bench) error {
	if _, err := b.put("0123456789", ibmmq.MQPMO_NO_SYNCPOINT); err != nil {
		return err
	}
	_, length, err := b.object.GetSlice(ibmmq.NewMQMD(), getOptions(0), make([]byte, 0, 4))
	if err := first(equal("reason", reasonOf(err), ibmmq.MQRC_TRUNCATED_MSG_FAILED), equal("length", length, 10)); err != nil {
		return err
	}
	options := getOptions(0)
	options.Options |= ibmmq.MQGMO_ACCEPT_TRUNCATED_MSG
	data, length, err := b.object.GetSlice(ibmmq.NewMQMD(), options, make([]byte, 0, 4))
	return first(equal("reason", reasonOf(err), ibmmq.MQRC_TRUNCATED_MSG_ACCEPTED),
		equal("length", length, 10), equal("text", string(data), "0123"))
}

func backOutAndCommit(b *bench) error {
	depth := func(wanted int) error {
		values, err := b.object.Inq([]int32{ibmmq.MQIA_CURRENT_Q_DEPTH})
		return first(err, equal("depth", values[ibmmq.MQIA_CURRENT_Q_DEPTH], wanted))
	}
	_, err := b.put("backed out", ibmmq.MQPMO_SYNCPOINT)
	if err := first(err, b.connection.Back(), depth(0)); err != nil {
		return err
	}
	_, err = b.put("committed", ibmmq.MQPMO_SYNCPOINT)
	if err := first(err, b.connection.Cmit(), depth(1)); err != nil {
		return err
	}
	options, descriptor := getOptions(0), ibmmq.NewMQMD()
	options.Options = ibmmq.MQGMO_SYNCPOINT
	if _, err = b.get(options); err != nil {
		return err
	}
	if err := first(b.connection.Back(), depth(1)); err != nil {
		return err
	}
	text, _, err := b.object.GetSlice(descriptor, options, make([]byte, 0, 100))
	return first(err, equal("text", string(text), "committed"), equal("backout count", descriptor.BackoutCount, 1),
		b.connection.Cmit(), depth(0))
}

func callback(b *bench) error {
	seen, done := []string{}, make(chan struct{})
	description, options := ibmmq.NewMQCBD(), getOptions(5000)
	description.CallbackFunction = func(_ *ibmmq.MQQueueManager, _ *ibmmq.MQObject, _ *ibmmq.MQMD, _ *ibmmq.MQGMO,
		body []byte, context *ibmmq.MQCBC, failure *ibmmq.MQReturn) {
		if failure.MQCC == ibmmq.MQCC_OK {
			seen = append(seen, string(body))
		}
		if len(seen) == 3 || context.CallType == ibmmq.MQCBCT_EVENT_CALL {
			select {
			case <-done:
			default:
				close(done)
			}
		}
	}
	if err := b.object.CB(ibmmq.MQOP_REGISTER, description, ibmmq.NewMQMD(), options); err != nil {
		return err
	}
	for _, text := range []string{"one", "two", "three"} {
		if _, err := b.put(text, ibmmq.MQPMO_NO_SYNCPOINT); err != nil {
			return err
		}
	}
	control := ibmmq.NewMQCTLO()
	if err := b.connection.Ctl(ibmmq.MQOP_START, control); err != nil {
		return err
	}
	<-done
	return first(b.connection.Ctl(ibmmq.MQOP_STOP, control),
		b.object.CB(ibmmq.MQOP_DEREGISTER, description, ibmmq.NewMQMD(), options),
		equal("messages", strings.Join(seen, " "), "one two three"))
}

func properties(b *bench) error {
	handle, err := b.connection.CrtMH(ibmmq.NewMQCMHO())
	if err != nil {
		return err
	}
	set := func(name string, value interface{}) error {
		return handle.SetMP(ibmmq.NewMQSMPO(), name, ibmmq.NewMQPD(), value)
	}
	putOptions, descriptor := ibmmq.NewMQPMO(), ibmmq.NewMQMD()
	putOptions.Options = ibmmq.MQPMO_NO_SYNCPOINT
	putOptions.OriginalMsgHandle = handle
	err = first(set("colour", "green"), set("count", int32(12)), set("price", 2.5),
		b.object.Put(descriptor, putOptions, []byte("body")), handle.DltMH(ibmmq.NewMQDMHO()))
	if err != nil {
		return err
	}
	if handle, err = b.connection.CrtMH(ibmmq.NewMQCMHO()); err != nil {
		return err
	}
	options := getOptions(2000)
	options.Options |= ibmmq.MQGMO_PROPERTIES_IN_HANDLE
	options.MsgHandle = handle
	if _, err := b.get(options); err != nil {
		return err
	}
	var seen []string
	inquire := ibmmq.NewMQIMPO()
	inquire.Options = ibmmq.MQIMPO_CONVERT_VALUE | ibmmq.MQIMPO_INQ_FIRST
	for {
		name, value, err := handle.InqMP(inquire, ibmmq.NewMQPD(), "%")
		if reasonOf(err) == ibmmq.MQRC_PROPERTY_NOT_AVAILABLE {
			break
		}
		if err != nil {
			return err
		}
		seen = append(seen, fmt.Sprintf("%s=%v", name, value))
		inquire.Options = ibmmq.MQIMPO_CONVERT_VALUE | ibmmq.MQIMPO_INQ_NEXT
	}
	err = handle.DltMP(ibmmq.NewMQDMPO(), "colour")
	_, _, absent := handle.InqMP(ibmmq.NewMQIMPO(), ibmmq.NewMQPD(), "colour")
	return first(equal("properties", seen, "[colour=green count=12 price=2.5]"), err,
		equal("reason", reasonOf(absent), ibmmq.MQRC_PROPERTY_NOT_AVAILABLE), handle.DltMH(ibmmq.NewMQDMHO()))
}

func inquireAndSet(b *bench) error {
	values, err := b.object.Inq([]int32{ibmmq.MQCA_Q_NAME, ibmmq.MQIA_Q_TYPE, ibmmq.MQIA_MAX_Q_DEPTH})
	err = first(err, equal("name", values[ibmmq.MQCA_Q_NAME], b.queue),
		equal("type", values[ibmmq.MQIA_Q_TYPE], ibmmq.MQQT_LOCAL), equal("depth", values[ibmmq.MQIA_MAX_Q_DEPTH], 5000))
	if err != nil {
		return err
	}
	set := func(value int32) error {
		return b.object.Set(map[int32]interface{}{ibmmq.MQIA_INHIBIT_PUT: value})
	}
	if err := set(ibmmq.MQQA_PUT_INHIBITED); err != nil {
		return err
	}
	_, refused := b.put("no", ibmmq.MQPMO_NO_SYNCPOINT)
	return first(equal("reason", reasonOf(refused), ibmmq.MQRC_PUT_INHIBITED), set(ibmmq.MQQA_PUT_ALLOWED))
}

func pcfInquire(b *bench) error {
	commands, err := open(b.connection, "SYSTEM.ADMIN.COMMAND.QUEUE", ibmmq.MQOO_OUTPUT)
	if err != nil {
		return err
	}
	defer commands.Close(0)
	model := ibmmq.NewMQOD()
	model.ObjectName, model.DynamicQName = "SYSTEM.DEFAULT.MODEL.QUEUE", "LANG.GO.*"
	replies, err := b.connection.Open(model, ibmmq.MQOO_INPUT_EXCLUSIVE)
	if err != nil {
		return err
	}
	defer replies.Close(0)
	header := ibmmq.NewMQCFH()
	header.Command = ibmmq.MQCMD_INQUIRE_Q
	header.ParameterCount = 1
	name := &ibmmq.PCFParameter{Type: ibmmq.MQCFT_STRING, Parameter: ibmmq.MQCA_Q_NAME, String: []string{b.queue}}
	descriptor, options := ibmmq.NewMQMD(), ibmmq.NewMQPMO()
	descriptor.Format, descriptor.MsgType, descriptor.ReplyToQ = ibmmq.MQFMT_ADMIN, ibmmq.MQMT_REQUEST, model.ObjectName
	options.Options = ibmmq.MQPMO_NO_SYNCPOINT
	if err := commands.Put(descriptor, options, append(header.Bytes(), name.Bytes()...)); err != nil {
		return err
	}
	body, _, err := replies.GetSlice(ibmmq.NewMQMD(), getOptions(5000), make([]byte, 0, 65536))
	if err != nil {
		return err
	}
	answer, at := ibmmq.ReadPCFHeader(body)
	if err := equal("reason", answer.Reason, ibmmq.MQRC_NONE); err != nil {
		return err
	}
	found := map[int32]string{}
	for i := int32(0); i < answer.ParameterCount; i++ {
		parameter, length := ibmmq.ReadPCFParameter(body[at:])
		at += length
		if len(parameter.String) == 1 {
			found[parameter.Parameter] = strings.TrimSpace(parameter.String[0])
		} else if len(parameter.Int64Value) == 1 {
			found[parameter.Parameter] = fmt.Sprint(parameter.Int64Value[0])
		}
	}
	return first(equal("name", found[ibmmq.MQCA_Q_NAME], b.queue), equal("most messages", found[ibmmq.MQIA_MAX_Q_DEPTH], 5000))
}

func failures(b *bench) error {
	_, unknownQueue := open(b.connection, "NO.SUCH.QUEUE", ibmmq.MQOO_OUTPUT)
	output, err := open(b.connection, b.queue, ibmmq.MQOO_OUTPUT)
	if err != nil {
		return err
	}
	_, _, notForInput := output.GetSlice(ibmmq.NewMQMD(), getOptions(0), make([]byte, 0, 4))
	_, unknownManager := connect("NOSUCHQM")
	return first(equal("unknown queue", reasonOf(unknownQueue), ibmmq.MQRC_UNKNOWN_OBJECT_NAME),
		equal("not open for input", reasonOf(notForInput), ibmmq.MQRC_NOT_OPEN_FOR_INPUT), output.Close(0),
		equal("unknown queue manager", reasonOf(unknownManager), ibmmq.MQRC_Q_MGR_NAME_ERROR))
}

func twoMegabytes(b *bench) error {
	text := strings.Repeat("0123456789abcdef", 128*1024)
	if _, err := b.put(text, ibmmq.MQPMO_NO_SYNCPOINT); err != nil {
		return err
	}
	got, err := b.get(getOptions(2000))
	if err == nil && got != text {
		err = fmt.Errorf("%d bytes came, not the %d that were put", len(got), len(text))
	}
	return err
}
