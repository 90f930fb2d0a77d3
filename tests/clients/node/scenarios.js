"use strict";
// What each language tries: one function for each scenario, and a queue that is empty before each.

const assert = require("node:assert");
const mq = require("ibmmq");
const C = mq.MQC;

// A connection and an open queue.
class Bench {
  constructor(manager, queue, open, handleOf) {
    Object.assign(this, { manager, queue, open, handleOf });
  }

  async start() {
    this.connection = await mq.ConnPromise(this.manager);
    this.object = await this.open(this.connection, this.queue,
      C.MQOO_OUTPUT | C.MQOO_INPUT_SHARED | C.MQOO_BROWSE | C.MQOO_INQUIRE | C.MQOO_SET);
  }

  // Puts a text, outside units of work unless told otherwise.
  put(text, options = C.MQPMO_NO_SYNCPOINT, descriptor = new mq.MQMD()) {
    const putOptions = new mq.MQPMO();
    putOptions.Options = options | C.MQPMO_NEW_MSG_ID;
    descriptor.Format = C.MQFMT_STRING;
    return mq.PutPromise(this.object, descriptor, putOptions, text);
  }

  // Options of a get outside units of work.
  options(more = 0, waitMs = 0) {
    const options = new mq.MQGMO();
    options.Options = C.MQGMO_NO_SYNCPOINT | more | (waitMs ? C.MQGMO_WAIT : 0);
    options.MatchOptions = C.MQMO_NONE;
    options.WaitInterval = waitMs;
    return options;
  }

  // Gets a message; without options it does not wait. Fails with the reason and the text that came all the same.
  get(options = this.options(), descriptor = new mq.MQMD(), size = 3 << 20) {
    const buffer = Buffer.alloc(size);
    let failure, length;
    mq.GetSync(this.object, descriptor, options, buffer, (error, got) => {
      failure = error;
      length = got;
    });
    if (failure) {
      // The package's own error takes no further fields.
      const text = buffer.toString("utf8", 0, Math.min(length, size));
      throw Object.assign(new Error(failure.message), { mqrc: failure.mqrc, text, length });
    }
    return buffer.toString("utf8", 0, length);
  }

  // Takes what an earlier scenario left.
  empty() {
    try {
      for (;;) {
        this.get();
      }
    } catch (error) {
      if (error.mqrc !== C.MQRC_NO_MSG_AVAILABLE) {
        throw error;
      }
    }
  }

  inquire(...selectors) {
    const attributes = selectors.map((selector) => new mq.MQAttr(selector));
    mq.Inq(this.object, attributes);
    return attributes.map((attribute) => attribute.value);
  }

  depth() {
    return this.inquire(C.MQIA_CURRENT_Q_DEPTH)[0];
  }
}

// The reason code of something that has to fail.
async function reasonOf(action) {
  try {
    await action();
  } catch (error) {
    return error.mqrc;
  }
  return C.MQRC_NONE;
}

async function putAndGet(b) {
  await b.put("hello");
  assert.equal(b.get(b.options(0, 2000)), "hello");
}

async function getByCorrelationId(b) {
  for (const letter of ["a", "b", "c"]) {
    const descriptor = new mq.MQMD();
    descriptor.CorrelId = Buffer.alloc(24, letter);
    await b.put(letter, C.MQPMO_NO_SYNCPOINT, descriptor);
  }
  const descriptor = new mq.MQMD();
  descriptor.CorrelId = Buffer.alloc(24, "b");
  const options = b.options();
  options.MatchOptions = C.MQMO_MATCH_CORREL_ID;
  assert.equal(b.get(options, descriptor), "b");
}

async function browse(b) {
  await b.put("one");
  await b.put("two");
  assert.equal(b.get(b.options(C.MQGMO_BROWSE_FIRST)), "one");
  assert.equal(b.get(b.options(C.MQGMO_BROWSE_NEXT)), "two");
  assert.equal(await reasonOf(() => b.get(b.options(C.MQGMO_BROWSE_NEXT))), C.MQRC_NO_MSG_AVAILABLE);
  assert.equal(b.get(), "one");
}

async function waitEnds(b) {
  assert.equal(await reasonOf(() => b.get(b.options(0, 200))), C.MQRC_NO_MSG_AVAILABLE);
}

async function truncation(b) {
  await b.put("0123456789");
  assert.throws(() => b.get(b.options(), new mq.MQMD(), 4), { mqrc: C.MQRC_TRUNCATED_MSG_FAILED, length: 10 });
  assert.throws(() => b.get(b.options(C.MQGMO_ACCEPT_TRUNCATED_MSG), new mq.MQMD(), 4),
    { mqrc: C.MQRC_TRUNCATED_MSG_ACCEPTED, length: 10, text: "0123" });
}

async function backOutAndCommit(b) {
  const underSyncpoint = () => Object.assign(b.options(), { Options: C.MQGMO_SYNCPOINT });
  await b.put("backed out", C.MQPMO_SYNCPOINT);
  mq.Back(b.connection);
  assert.equal(b.depth(), 0);
  await b.put("committed", C.MQPMO_SYNCPOINT);
  mq.Cmit(b.connection);
  assert.equal(b.depth(), 1);
  b.get(underSyncpoint());
  mq.Back(b.connection);
  assert.equal(b.depth(), 1);
  const descriptor = new mq.MQMD();
  assert.equal(b.get(underSyncpoint(), descriptor), "committed");
  assert.equal(descriptor.BackoutCount, 1);
  mq.Cmit(b.connection);
  assert.equal(b.depth(), 0);
}

async function callback(b) {
  for (const text of ["one", "two", "three"]) {
    await b.put(text);
  }
  const seen = [];
  await new Promise((resolve, reject) => {
    mq.Get(b.object, new mq.MQMD(), b.options(0, 5000), (error, _object, _options, _descriptor, body) => {
      if (error) {
        reject(error);
      } else if (seen.push(body.toString()) === 3) {
        resolve();
      }
    });
    mq.Ctl(b.connection, C.MQOP_START);
  });
  // The package does not deregister from within a callback, so this runs after the last one.
  await new Promise(setImmediate);
  mq.Ctl(b.connection, C.MQOP_STOP);
  mq.GetDone(b.object, () => {});
  assert.deepEqual(seen, ["one", "two", "three"]);
}

async function properties(b) {
  let handle = b.handleOf(b.connection);
  const set = (name, value) => mq.SetMp(b.connection, handle, new mq.MQSMPO(), name, new mq.MQPD(), value);
  set("colour", "green");
  set("count", 12);
  set("paid", true);
  const putOptions = new mq.MQPMO();
  putOptions.Options = C.MQPMO_NO_SYNCPOINT;
  putOptions.OriginalMsgHandle = handle;
  await mq.PutPromise(b.object, new mq.MQMD(), putOptions, "body");
  mq.DltMh(b.connection, handle, new mq.MQDMHO());

  handle = b.handleOf(b.connection);
  const options = b.options(C.MQGMO_PROPERTIES_IN_HANDLE, 2000);
  options.MsgHandle = handle;
  assert.equal(b.get(options), "body");
  const seen = [];
  const inquire = new mq.MQIMPO();
  inquire.Options = C.MQIMPO_CONVERT_VALUE | C.MQIMPO_INQ_FIRST;
  for (let more = true; more;) {
    mq.InqMp(b.connection, handle, inquire, new mq.MQPD(), "%", Buffer.alloc(256), (error, name, value) => {
      if (error) {
        assert.equal(error.mqrc, C.MQRC_PROPERTY_NOT_AVAILABLE);
        more = false;
      } else {
        seen.push([name, value]);
      }
    });
    inquire.Options = C.MQIMPO_CONVERT_VALUE | C.MQIMPO_INQ_NEXT;
  }
  mq.DltMh(b.connection, handle, new mq.MQDMHO());
  assert.deepEqual(seen, [["colour", "green"], ["count", 12], ["paid", true]]);
}

async function inquireAndSet(b) {
  const [name, type, depth] = b.inquire(C.MQCA_Q_NAME, C.MQIA_Q_TYPE, C.MQIA_MAX_Q_DEPTH);
  assert.deepEqual([name.trim(), type, depth], [b.queue, C.MQQT_LOCAL, 5000]);
  mq.Set(b.object, [new mq.MQAttr(C.MQIA_INHIBIT_PUT, C.MQQA_PUT_INHIBITED)]);
  assert.equal(await reasonOf(() => b.put("no")), C.MQRC_PUT_INHIBITED);
  mq.Set(b.object, [new mq.MQAttr(C.MQIA_INHIBIT_PUT, C.MQQA_PUT_ALLOWED)]);
}

async function failures(b) {
  assert.equal(await reasonOf(() => b.open(b.connection, "NO.SUCH.QUEUE", C.MQOO_OUTPUT)), C.MQRC_UNKNOWN_OBJECT_NAME);
  const output = await b.open(b.connection, b.queue, C.MQOO_OUTPUT);
  const get = () => mq.GetSync(output, new mq.MQMD(), b.options(), Buffer.alloc(4));
  assert.equal(await reasonOf(get), C.MQRC_NOT_OPEN_FOR_INPUT);
  await mq.ClosePromise(output, 0);
  assert.equal(await reasonOf(() => mq.ConnPromise("NOSUCHQM")), C.MQRC_Q_MGR_NAME_ERROR);
}

async function twoMegabytes(b) {
  const text = "0123456789abcdef".repeat(128 * 1024);
  await b.put(text);
  assert.ok(b.get(b.options(0, 2000)) === text, "another text came than was put");
}

const SCENARIOS = [
  ["put and get", putAndGet],
  ["get by correlation id", getByCorrelationId],
  ["browse", browse],
  ["wait ends without a message", waitEnds],
  ["truncation", truncation],
  ["back out and commit", backOutAndCommit],
  ["callback", callback],
  ["properties", properties],
  ["inquire and set", inquireAndSet],
  ["failures", failures],
  ["two megabytes", twoMegabytes],
];

// Runs all scenarios, prints how each went, and tells whether all passed.
exports.run = async function (manager, queue, open, handleOf) {
  const counts = { passed: 0, failed: 0 };
  const attempt = async (name, action) => {
    try {
      await action();
      counts.passed++;
      console.log("ok %s", name);
      return true;
    } catch (error) {
      counts.failed++;
      console.log("FAILED %s: %s", name, String(error).split("\n").join(" "));
      return false;
    }
  };
  const bench = new Bench(manager, queue, open, handleOf);
  if (await attempt("connect", () => bench.start())) {
    for (const [name, scenario] of SCENARIOS) {
      await attempt(name, () => {
        bench.empty();
        return scenario(bench);
      });
    }
    await attempt("disconnect", () => mq.DiscPromise(bench.connection));
  }
  console.log("%d passed, %d failed", counts.passed, counts.failed);
  return counts.failed === 0;
};
