"""The MQI through ibmmq or pymqi: scenarios, and putting and getting for the pairs of languages.

The two packages have one origin, so one program serves both; what only one of them offers is asked of that one.
"""

import importlib
import sys

import scenarios

USAGE = "usage: languages.py ibmmq|pymqi scenarios|connect|put|get QUEUE-MANAGER [QUEUE [COUNT]]"

# What every language puts and gets: the texts are not ASCII, and the integer is larger than a double can be exact.
BODY = "Grüße, świat, 世界, €"
TEXT = "żółć – 雪"


def pair_properties(mq):
    """Name, type, length and value of each property."""
    c = mq.CMQC
    return [
        (b"pair.text", c.MQTYPE_STRING, len(TEXT.encode()), TEXT),
        (b"pair.int32", c.MQTYPE_INT32, 4, -123456),
        (b"pair.int64", c.MQTYPE_INT64, 8, 9007199254740993),
        (b"pair.double", c.MQTYPE_FLOAT64, 8, 0.1),
        (b"pair.yes", c.MQTYPE_BOOLEAN, 4, True),
        (b"pair.bytes", c.MQTYPE_BYTE_STRING, 5, b"\x00\x01\x7f\x80\xff"),
    ]


def put_for_others(mq, manager, queue, count):
    """Puts messages whose body and properties are those above."""
    connection = mq.QueueManager(manager)
    target = mq.Queue(connection, queue, mq.CMQC.MQOO_OUTPUT)
    handle = mq.MessageHandle(connection)
    for name, kind, length, value in pair_properties(mq):
        handle.properties.set(name, value, property_type=kind, value_length=length)
    for _ in range(count):
        descriptor = mq.MD(Format=mq.CMQC.MQFMT_STRING, CodedCharSetId=1208)
        options = mq.PMO(Version=mq.CMQC.MQPMO_VERSION_3, Options=mq.CMQC.MQPMO_NO_SYNCPOINT)
        options.OriginalMsgHandle = handle.msg_handle
        target.put(BODY.encode(), descriptor, options)
    target.close()
    connection.disconnect()
    print("put", count)


def shown(kind, value):
    """Writes a value as all the languages write it, with its type."""
    if isinstance(value, bytes):
        return "bytes " + value.hex()
    if kind == "yes":
        return "boolean " + ("true" if value else "false")
    if isinstance(value, str):
        return "string " + value
    if isinstance(value, float):
        return "double %r" % value
    return "%s %d" % (kind, value)


def get_from_others(mq, manager, queue):
    """Gets one message and prints it."""
    c = mq.CMQC
    connection = mq.QueueManager(manager)
    source = mq.Queue(connection, queue, c.MQOO_INPUT_SHARED)
    handle = mq.MessageHandle(connection)
    descriptor = mq.MD()
    options = mq.GMO(Version=c.MQGMO_VERSION_4, WaitInterval=5000, MsgHandle=handle.msg_handle)
    options.Options = c.MQGMO_NO_SYNCPOINT | c.MQGMO_WAIT | c.MQGMO_CONVERT | c.MQGMO_PROPERTIES_IN_HANDLE
    # The descriptor of a get names the character set wanted: here that of Unicode in UTF-8.
    descriptor.CodedCharSetId = 1208
    body = source.get(4096, descriptor, options)
    print("body", descriptor.Format.decode().strip(), descriptor.CodedCharSetId, body.decode())
    for name in ["text", "int32", "int64", "double", "yes", "bytes"]:
        try:
            value = handle.properties.get(b"pair." + name.encode(), max_value_length=256)
            print(name, shown(name, value))
        except mq.MQMIError as error:
            if error.reason != c.MQRC_PROPERTY_NOT_AVAILABLE:
                raise
            print(name, "absent")
    source.close()
    connection.disconnect()


def connect_reason(mq, manager):
    """The reason code of a connection that may fail."""
    try:
        mq.QueueManager(manager).disconnect()
    except mq.MQMIError as error:
        return error.reason
    return mq.CMQC.MQRC_NONE


def main(arguments):
    """Does what the arguments say; gives the exit code."""
    if len(arguments) < 3:
        print(USAGE, file=sys.stderr)
        return 2
    package, mode, manager = arguments[:3]
    queue = arguments[3] if len(arguments) > 3 else ""
    mq = importlib.import_module(package)
    if mode == "scenarios":
        return 0 if scenarios.run(mq, manager, queue) else 1
    if mode == "connect":
        print("reason", connect_reason(mq, manager))
    elif mode == "put":
        put_for_others(mq, manager, queue, int(arguments[4]) if len(arguments) > 4 else 1)
    elif mode == "get":
        get_from_others(mq, manager, queue)
    else:
        print(USAGE, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
