"""What each language tries: one function for each scenario, and a queue that is empty before each."""

import threading


def equal(what, got, wanted):
    """Fails unless the two are equal."""
    if got != wanted:
        raise AssertionError("%s is %r instead of %r" % (what, got, wanted))


class Bench:
    """A connection and an open queue."""

    def __init__(self, mq, manager, queue):
        c = mq.CMQC
        self.mq, self.c, self.queue = mq, c, queue
        self.connection = mq.QueueManager(manager)
        self.object = mq.Queue(self.connection, queue, c.MQOO_OUTPUT | c.MQOO_INPUT_SHARED | c.MQOO_BROWSE
                               | c.MQOO_INQUIRE | c.MQOO_SET)

    def put(self, text, options=None, descriptor=None):
        """Puts a text, outside units of work unless told otherwise."""
        options = self.c.MQPMO_NO_SYNCPOINT if options is None else options
        descriptor = descriptor or self.mq.MD(Format=self.c.MQFMT_STRING)
        self.object.put(text, descriptor, self.mq.PMO(Options=options | self.c.MQPMO_NEW_MSG_ID))

    def options(self, more=0, wait_ms=0):
        """Options of a get outside units of work."""
        wait = self.c.MQGMO_WAIT if wait_ms else 0
        return self.mq.GMO(Options=self.c.MQGMO_NO_SYNCPOINT | more | wait, WaitInterval=wait_ms)

    def get(self, options=None, descriptor=None, length=3 << 20):
        """Gets a message; without options it does not wait."""
        return self.object.get(length, descriptor or self.mq.MD(), options or self.options())

    def fails(self, function, *arguments):
        """The error of a call that has to fail."""
        try:
            function(*arguments)
        except self.mq.MQMIError as error:
            return error
        raise AssertionError("no error from %s" % function.__name__)

    def empty(self):
        """Takes what an earlier scenario left."""
        while True:
            try:
                self.get()
            except self.mq.MQMIError as error:
                if error.reason == self.c.MQRC_NO_MSG_AVAILABLE:
                    return
                raise

    def depth(self):
        """How many messages are on the queue."""
        return self.object.inquire(self.c.MQIA_CURRENT_Q_DEPTH)


def put_and_get(b):
    b.put(b"hello")
    equal("text", b.get(b.options(wait_ms=2000)), b"hello")


def get_by_correlation_id(b):
    for letter in (b"a", b"b", b"c"):
        b.put(letter, descriptor=b.mq.MD(CorrelId=letter * 24))
    options = b.options()
    options.Version, options.MatchOptions = b.c.MQGMO_VERSION_2, b.c.MQMO_MATCH_CORREL_ID
    equal("text", b.get(options, b.mq.MD(CorrelId=b"b" * 24)), b"b")


def browse(b):
    b.put(b"one")
    b.put(b"two")
    seen, step = [], b.c.MQGMO_BROWSE_FIRST
    try:
        while True:
            seen.append(b.get(b.options(step)))
            step = b.c.MQGMO_BROWSE_NEXT
    except b.mq.MQMIError as error:
        equal("reason", error.reason, b.c.MQRC_NO_MSG_AVAILABLE)
    equal("browsed", seen, [b"one", b"two"])
    equal("text", b.get(), b"one")


def wait_ends(b):
    equal("reason", b.fails(b.get, b.options(wait_ms=200)).reason, b.c.MQRC_NO_MSG_AVAILABLE)


def truncation(b):
    b.put(b"0123456789")
    error = b.fails(b.get, b.options(), b.mq.MD(), 4)
    equal("reason", error.reason, b.c.MQRC_TRUNCATED_MSG_FAILED)
    equal("length", error.original_length, 10)
    error = b.fails(b.get, b.options(b.c.MQGMO_ACCEPT_TRUNCATED_MSG), b.mq.MD(), 4)
    equal("reason", error.reason, b.c.MQRC_TRUNCATED_MSG_ACCEPTED)
    equal("text", error.message, b"0123")


def back_out_and_commit(b):
    b.put(b"backed out", b.c.MQPMO_SYNCPOINT)
    b.connection.backout()
    equal("depth", b.depth(), 0)
    b.put(b"committed", b.c.MQPMO_SYNCPOINT)
    b.connection.commit()
    equal("depth", b.depth(), 1)
    b.get(b.mq.GMO(Options=b.c.MQGMO_SYNCPOINT))
    b.connection.backout()
    equal("depth", b.depth(), 1)
    descriptor = b.mq.MD()
    equal("text", b.get(b.mq.GMO(Options=b.c.MQGMO_SYNCPOINT), descriptor), b"committed")
    equal("backout count", descriptor.BackoutCount, 1)
    b.connection.commit()
    equal("depth", b.depth(), 0)


def callback(b):
    seen, done = [], threading.Event()

    def consumer(**call):
        if call["cbc"].CallType == b.c.MQCBCT_EVENT_CALL:
            done.set()
        elif call["msg"] is not None:
            seen.append(call["msg"][:call["cbc"].DataLength])
            if len(seen) == 3:
                done.set()

    description = b.mq.CBD()
    description.CallbackType, description.CallbackFunction = b.c.MQCBT_MESSAGE_CONSUMER, consumer
    b.object.cb(operation=b.c.MQOP_REGISTER, cbd=description, md=b.mq.MD(), gmo=b.options(wait_ms=5000))
    for text in (b"one", b"two", b"three"):
        b.put(text)
    b.connection.ctl(b.c.MQOP_START, b.mq.CTLO())
    done.wait(30)
    b.connection.ctl(b.c.MQOP_STOP, b.mq.CTLO())
    b.object.cb(operation=b.c.MQOP_DEREGISTER)
    equal("messages", seen, [b"one", b"two", b"three"])


def properties(b):
    handle = b.mq.MessageHandle(b.connection)
    handle.properties.set(b"colour", "green", property_type=b.c.MQTYPE_STRING, value_length=5)
    handle.properties.set(b"count", 12, property_type=b.c.MQTYPE_INT32, value_length=4)
    handle.properties.set(b"price", 2.5, property_type=b.c.MQTYPE_FLOAT64, value_length=8)
    options = b.mq.PMO(Version=b.c.MQPMO_VERSION_3, Options=b.c.MQPMO_NO_SYNCPOINT)
    options.OriginalMsgHandle = handle.msg_handle
    b.object.put(b"body", b.mq.MD(), options)

    handle = b.mq.MessageHandle(b.connection)
    options = b.mq.GMO(Version=b.c.MQGMO_VERSION_4, MsgHandle=handle.msg_handle)
    options.Options = b.c.MQGMO_NO_SYNCPOINT | b.c.MQGMO_PROPERTIES_IN_HANDLE
    equal("text", b.get(options), b"body")
    values = [handle.properties.get(name) for name in (b"colour", b"count", b"price")]
    equal("values", values, ["green", 12, 2.5])
    equal("reason", b.fails(handle.properties.get, b"weight").reason, b.c.MQRC_PROPERTY_NOT_AVAILABLE)


def all_properties(b):
    """Walks over them by a wildcard, and deletes one."""
    handle, seen = b.mq.MessageHandle(b.connection), []
    handle.properties.set("colour", "green")
    handle.properties.set("count", 12, property_type=b.c.MQTYPE_INT32)
    step = b.c.MQIMPO_INQ_FIRST
    try:
        while True:
            value, name = handle.properties.get("%", impo_options=step)
            seen.append((name, value))
            step = b.c.MQIMPO_INQ_NEXT
    except b.mq.MQMIError as error:
        equal("reason", error.reason, b.c.MQRC_PROPERTY_NOT_AVAILABLE)
    equal("properties", seen, [("colour", "green"), ("count", 12)])
    handle.properties.dlt("colour")
    equal("reason", b.fails(handle.properties.get, "colour").reason, b.c.MQRC_PROPERTY_NOT_AVAILABLE)
    handle.dlt()


def inquire_and_set(b):
    name = b.object.inquire(b.c.MQCA_Q_NAME)
    equal("name", name.decode().strip(" \0"), b.queue)
    equal("type", b.object.inquire(b.c.MQIA_Q_TYPE), b.c.MQQT_LOCAL)
    equal("most messages", b.object.inquire(b.c.MQIA_MAX_Q_DEPTH), 5000)
    b.object.set(b.c.MQIA_INHIBIT_PUT, b.c.MQQA_PUT_INHIBITED)
    equal("reason", b.fails(b.put, b"no").reason, b.c.MQRC_PUT_INHIBITED)
    b.object.set(b.c.MQIA_INHIBIT_PUT, b.c.MQQA_PUT_ALLOWED)


def pcf_inquire(b):
    pcf = b.mq.PCFExecute(b.connection, dynamic_queue_name=b"LANG.PYTHON.*")
    answers = pcf.MQCMD_INQUIRE_Q({b.c.MQCA_Q_NAME: b.queue.encode(), b.c.MQIA_Q_TYPE: b.c.MQQT_LOCAL})
    answers = [answer for answer in answers if b.c.MQCA_Q_NAME in answer]
    equal("answers", len(answers), 1)
    equal("name", answers[0][b.c.MQCA_Q_NAME].decode().strip(), b.queue)
    equal("most messages", answers[0][b.c.MQIA_MAX_Q_DEPTH], 5000)
    unknown = b.fails(pcf.MQCMD_INQUIRE_Q, {b.c.MQCA_Q_NAME: b"NO.SUCH.QUEUE"})
    equal("reason", unknown.reason, b.c.MQRC_UNKNOWN_OBJECT_NAME)
    pcf.disconnect()


def failures(b):
    unknown = b.fails(b.mq.Queue, b.connection, "NO.SUCH.QUEUE", b.c.MQOO_OUTPUT)
    equal("unknown queue", unknown.reason, b.c.MQRC_UNKNOWN_OBJECT_NAME)
    output = b.mq.Queue(b.connection, b.queue, b.c.MQOO_OUTPUT)
    equal("not open for input", b.fails(output.get, 4, b.mq.MD(), b.options()).reason, b.c.MQRC_NOT_OPEN_FOR_INPUT)
    output.close()
    # MQCONN gives a connection to a thread, which may have one only.
    reasons = []
    thread = threading.Thread(target=lambda: reasons.append(b.fails(b.mq.QueueManager, "NOSUCHQM").reason))
    thread.start()
    thread.join()
    equal("unknown queue manager", reasons, [b.c.MQRC_Q_MGR_NAME_ERROR])


def two_megabytes(b):
    body = b"0123456789abcdef" * (128 * 1024)
    b.put(body)
    if b.get(b.options(wait_ms=2000)) != body:
        raise AssertionError("another body came than was put")


def scenarios_of(mq):
    """The scenarios that the package offers, by name."""
    both = [
        ("put and get", put_and_get),
        ("get by correlation id", get_by_correlation_id),
        ("browse", browse),
        ("wait ends without a message", wait_ends),
        ("truncation", truncation),
        ("back out and commit", back_out_and_commit),
        ("properties", properties),
        ("inquire and set", inquire_and_set),
        ("PCF inquire", pcf_inquire),
        ("failures", failures),
        ("two megabytes", two_megabytes),
    ]
    # pymqi has neither callbacks nor names of properties.
    return both + [("callback", callback), ("all properties", all_properties)] if hasattr(mq, "CBD") else both


def run(mq, manager, queue):
    """Runs all scenarios, prints how each went, and tells whether all passed."""
    counts = {True: 0, False: 0}

    def attempt(name, function, *arguments):
        try:
            value = function(*arguments)
        except Exception as error:  # pylint: disable=broad-except
            print("FAILED %s: %s: %s" % (name, type(error).__name__, error), flush=True)
            counts[False] += 1
            return None
        print("ok", name, flush=True)
        counts[True] += 1
        return value

    def one(bench, function):
        bench.empty()
        function(bench)

    bench = attempt("connect", Bench, mq, manager, queue)
    if bench is not None:
        for name, function in scenarios_of(mq):
            attempt(name, one, bench, function)
        attempt("disconnect", bench.connection.disconnect)
    print("%d passed, %d failed" % (counts[True], counts[False]))
    return counts[False] == 0
