"use strict";
// The MQI through the npm package ibmmq: scenarios, and putting and getting for the pairs of languages.

const mq = require("ibmmq");
const scenarios = require("./scenarios.js");
const C = mq.MQC;

const USAGE = "usage: languages.js scenarios|connect|put|get QUEUE-MANAGER [QUEUE [COUNT]]";

// What every language puts and gets. The package sets integers of 32 bits only, so the others are not put from here.
const BODY = "Grüße, świat, 世界, €";
const PROPERTIES = {
  "pair.text": "żółć – 雪",
  "pair.int32": -123456,
  "pair.yes": true,
  "pair.bytes": Buffer.from([0, 1, 0x7f, 0x80, 0xff]),
};

function open(connection, queue, options) {
  const description = new mq.MQOD();
  description.ObjectType = C.MQOT_Q;
  description.ObjectName = queue;
  return mq.OpenPromise(connection, description, options);
}

function handleOf(connection) {
  let handle;
  mq.CrtMh(connection, new mq.MQCMHO(), (error, made) => {
    if (error) {
      throw error;
    }
    handle = made;
  });
  return handle;
}

async function putForOthers(manager, queue, count) {
  const connection = await mq.ConnPromise(manager);
  const target = await open(connection, queue, C.MQOO_OUTPUT);
  const handle = handleOf(connection);
  for (const [name, value] of Object.entries(PROPERTIES)) {
    mq.SetMp(connection, handle, new mq.MQSMPO(), name, new mq.MQPD(), value);
  }
  for (let i = 0; i < count; i++) {
    const descriptor = new mq.MQMD();
    descriptor.Format = C.MQFMT_STRING;
    descriptor.CodedCharSetId = 1208;
    const options = new mq.MQPMO();
    options.Options = C.MQPMO_NO_SYNCPOINT;
    options.OriginalMsgHandle = handle;
    await mq.PutPromise(target, descriptor, options, BODY);
  }
  mq.DltMh(connection, handle, new mq.MQDMHO());
  await mq.ClosePromise(target, 0);
  await mq.DiscPromise(connection);
  console.log("put %d", count);
}

// Writes a value as all the languages write it, with its type. The package leaves some types in the buffer.
function shown(type, value, buffer, length) {
  switch (type) {
    case C.MQTYPE_STRING: return "string " + value;
    case C.MQTYPE_INT32: return "int32 " + value;
    case C.MQTYPE_INT64: return "int64 " + buffer.readBigInt64LE(0);
    case C.MQTYPE_FLOAT64: return "double " + buffer.readDoubleLE(0);
    case C.MQTYPE_BOOLEAN: return "boolean " + value;
    case C.MQTYPE_BYTE_STRING: return "bytes " + buffer.subarray(0, length).toString("hex");
    default: return "type " + type;
  }
}

function showProperty(connection, handle, name) {
  const buffer = Buffer.alloc(1024);
  mq.InqMp(connection, handle, new mq.MQIMPO(), new mq.MQPD(), "pair." + name, buffer, (error, _, value, length, type) => {
    if (error && error.mqrc === C.MQRC_PROPERTY_NOT_AVAILABLE) {
      console.log("%s absent", name);
    } else if (error) {
      throw error;
    } else {
      console.log("%s %s", name, shown(type, value, buffer, length));
    }
  });
}

async function getFromOthers(manager, queue) {
  const connection = await mq.ConnPromise(manager);
  const source = await open(connection, queue, C.MQOO_INPUT_SHARED);
  const handle = handleOf(connection);
  const descriptor = new mq.MQMD();
  const options = new mq.MQGMO();
  options.Options = C.MQGMO_NO_SYNCPOINT | C.MQGMO_WAIT | C.MQGMO_CONVERT | C.MQGMO_PROPERTIES_IN_HANDLE;
  options.WaitInterval = 5000;
  options.MsgHandle = handle;
  // The descriptor of a get names the character set wanted: here that of Unicode in UTF-8.
  descriptor.CodedCharSetId = 1208;
  const buffer = Buffer.alloc(4096);
  const length = mq.GetSync(source, descriptor, options, buffer);
  console.log("body %s %d %s", descriptor.Format.trim(), descriptor.CodedCharSetId, buffer.toString("utf8", 0, length));
  for (const name of ["text", "int32", "int64", "double", "yes", "bytes"]) {
    showProperty(connection, handle, name);
  }
  mq.DltMh(connection, handle, new mq.MQDMHO());
  await mq.ClosePromise(source, 0);
  await mq.DiscPromise(connection);
}

// The reason code of a connection that may fail.
async function connectReason(manager) {
  try {
    await mq.DiscPromise(await mq.ConnPromise(manager));
    return C.MQRC_NONE;
  } catch (error) {
    return error.mqrc;
  }
}

async function main([mode, manager, queue, count]) {
  if (manager === undefined) {
    console.error(USAGE);
    return 2;
  }
  switch (mode) {
    case "scenarios":
      return (await scenarios.run(manager, queue, open, handleOf)) ? 0 : 1;
    case "connect":
      console.log("reason %d", await connectReason(manager));
      return 0;
    case "put":
      await putForOthers(manager, queue, Number(count || 1));
      return 0;
    case "get":
      await getFromOthers(manager, queue);
      return 0;
    default:
      console.error(USAGE);
      return 2;
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(String(error));
    process.exit(1);
  },
);
