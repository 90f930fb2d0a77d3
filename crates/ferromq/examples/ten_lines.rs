//! The embedded road in ten lines: create, define, put, get, end.

use ferromq::{GetOptions, MsgDescriptor, PutOptions, QueueManager, mq};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = std::env::temp_dir().join("ferromq-ten-lines");
    let manager = QueueManager::open_or_create(&data, "QM1")?;
    let mut session = manager.connect()?;
    session.command("DEFINE QLOCAL(ORDERS) DEFPSIST(YES) REPLACE")?;
    let queue = session.open("ORDERS", mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
    session.put(
        queue,
        &mut MsgDescriptor::default(),
        &mut PutOptions::default(),
        "hello",
    )?;
    let got = session.get(
        queue,
        &MsgDescriptor::default(),
        &GetOptions::default(),
        1024,
    )?;
    println!("got {:?} from {}", got.body, got.options.resolved_q_name);
    session.disconnect()?;
    Ok(manager.end()?)
}
