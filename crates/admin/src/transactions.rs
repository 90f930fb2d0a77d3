//! Transactions for those who look after them: what `dspmqtrn` shows and `rsvmqtrn` does. Which of them to show, and how,
//! is the commands' business.

use crate::answered::Answered;
use crate::display::connection::external_name;
use crate::running::Administered;
use crate::status::Moment;
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{AMQ7047, AMQ7053, AMQ7054, AMQ7055, FMQ0050, FMQ0221};
use ferromq_mqi::hex::hex;
use ferromq_mqi::local::{
    LocalAnswer, LocalTransaction, Resolution, TRANSACTION_QUEUES_MAX, TransactionState,
};
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{BranchPhase, BranchStatus, ConnectionStatus, Outcome, QueueManager};

/// Every transaction: branches, then units of work of connections that are in none. What channels are in doubt about is the business
/// of `DISPLAY CHSTATUS` and `RESOLVE CHANNEL`.
pub(crate) fn listing(administered: &Administered) -> Vec<LocalAnswer> {
    let queue_manager = administered.queue_manager();
    let branches = queue_manager.branches();
    let of_managers = branches.iter().filter(|one| channel_asking(one).is_none());
    let mut all: Vec<_> = of_managers.map(of_branch).collect();
    for connection in queue_manager.connections() {
        if connection.uow != 0 && connection.branch.is_none() {
            all.push(of_connection(&connection));
        }
    }
    let answer = |one| LocalAnswer::Transaction(Box::new(one));
    all.into_iter().map(answer).collect()
}

/// The channel that waits for its receiver's word about this. Decided by an operator as transactions are, its messages would be sent
/// again though they arrived, or be gone though they did not.
fn channel_asking(branch: &BranchStatus) -> Option<ObjectName> {
    let in_doubt = branch.phase == BranchPhase::InDoubt;
    branch.xid.channel().filter(|_| in_doubt)
}

fn of_branch(branch: &BranchStatus) -> LocalTransaction {
    let begun = Moment::at_us(branch.started_us);
    let queues = branch.queues.iter().take(TRANSACTION_QUEUES_MAX);
    LocalTransaction {
        state: match branch.phase {
            BranchPhase::Active => TransactionState::Active,
            BranchPhase::InDoubt => TransactionState::Unresolved,
            BranchPhase::Decided(Outcome::Committed) => TransactionState::Committed,
            BranchPhase::Decided(Outcome::BackedOut) => TransactionState::BackedOut,
        },
        number: branch.uow,
        branch: Some(branch.xid.clone()),
        begun: (begun.date, begun.time),
        name: external_name(&branch.xid),
        queues: queues.copied().collect(),
    }
}

fn of_connection(connection: &ConnectionStatus) -> LocalTransaction {
    let begun = Moment::at_us(connection.uow_started_us);
    LocalTransaction {
        state: TransactionState::Active,
        number: connection.uow,
        branch: None,
        begun: (begun.date, begun.time),
        name: format!(
            "CONN({}) PID({}) APPLTAG({})",
            hex(&connection.id[16..]),
            connection.origin.process_id,
            connection.appl_name
        ),
        queues: Vec::new(),
    }
}

fn fits(resolution: Resolution, phase: BranchPhase) -> bool {
    match phase {
        BranchPhase::InDoubt => resolution != Resolution::Forget,
        BranchPhase::Decided(_) => resolution == Resolution::Forget,
        BranchPhase::Active => false,
    }
}

/// Does it to the transaction of that number. The answer is a notice: AMQ7053, AMQ7054 or FMQ0050 when it is done, AMQ7055
/// when there is no such transaction, AMQ7047 with a reason when it cannot be done. Behind AMQ7055 comes FMQ0221 where the number is
/// that of a batch a channel is in doubt about.
pub(crate) fn resolve(
    queue_manager: &QueueManager,
    resolution: Resolution,
    number: u64,
) -> Answered {
    let found = queue_manager
        .branches()
        .into_iter()
        .filter(|branch| branch.uow == number)
        .find(|branch| channel_asking(branch).is_some() || fits(resolution, branch.phase));
    let Some(branch) = found else {
        return Answered::failed(&AMQ7055, &[]);
    };
    if let Some(channel) = channel_asking(&branch) {
        let number = format!("0,{number}");
        let answers = vec![
            LocalAnswer::notice(&AMQ7055, &[]),
            LocalAnswer::notice(&FMQ0221, &[&number, &channel]),
        ];
        return Answered::With(answers, CommandOutcome::Failed);
    }
    let decide = |outcome| queue_manager.decide_branch(&branch.xid, outcome);
    let (done, notice) = match resolution {
        Resolution::Commit => (decide(Outcome::Committed), &AMQ7053),
        Resolution::BackOut => (decide(Outcome::BackedOut), &AMQ7054),
        Resolution::Forget => (queue_manager.forget_branch(&branch.xid), &FMQ0050),
    };
    match done {
        Ok(()) => Answered::done(vec![LocalAnswer::notice(notice, &[])]),
        // Its transaction manager was faster.
        Err(Reason::UOW_NOT_AVAILABLE) => Answered::failed(&AMQ7055, &[]),
        Err(reason) => Answered::failed(&AMQ7047, &[&reason]),
    }
}
