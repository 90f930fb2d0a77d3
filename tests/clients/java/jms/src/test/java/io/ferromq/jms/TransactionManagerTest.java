package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.ferromq.testing.QueueManager;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageProducer;
import javax.jms.XAConnection;
import javax.jms.XASession;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages and rows of a database made one by a transaction manager, Narayana. */
class TransactionManagerTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMXA").with("DEFINE QLOCAL(Q1) DEFPSIST(YES)");

    private static TransactionManager transactions;
    private static RecoveryManager recovery;
    private static JdbcDataSource database;

    private javax.sql.XAConnection rows;
    /** Closing it would end what it did, so it stays open until the transaction is over. */
    private Connection work;
    private XAConnection connection;
    private XASession session;

    @BeforeAll
    static void startTransactionManager() throws Exception {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("1");
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(QM.dataPath().resolve("transactions").toString());
        }
        jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of("1"));
        recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
        recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryModuleClassNames(List.of(
                "com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule", XARecoveryModule.class.getName()));
        recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
        transactions = com.arjuna.ats.jta.TransactionManager.transactionManager();
        database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1");
        sql("CREATE TABLE orders(name VARCHAR(40))");
    }

    @BeforeEach
    void open() throws Exception {
        rows = database.getXAConnection();
        work = rows.getConnection();
        connection = Factories.xaOf(QM).createXAConnection();
        connection.start();
        session = connection.createXASession();
    }

    @AfterEach
    void close() throws Exception {
        try {
            connection.close();
        } catch (JMSException ignored) {
            // Its queue manager was killed.
        }
        work.close();
        rows.close();
    }

    private static void sql(String statement) throws SQLException {
        try (Connection direct = database.getConnection(); Statement run = direct.createStatement()) {
            run.execute(statement);
        }
    }

    private static int ordersCalled(String name) throws SQLException {
        try (Connection direct = database.getConnection();
                Statement run = direct.createStatement();
                ResultSet count = run.executeQuery("SELECT COUNT(*) FROM orders WHERE name = '" + name + "'")) {
            count.next();
            return count.getInt(1);
        }
    }

    private static String next() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Message message = context.createConsumer(context.createQueue("Q1")).receive(500);
            return message == null ? null : message.getBody(String.class);
        }
    }

    /** Begins a transaction that has sent a message and written a row. */
    private void sendAndInsert(String name, XAResource... first) throws Exception {
        transactions.begin();
        for (XAResource resource : first) {
            transactions.getTransaction().enlistResource(resource);
        }
        assertTrue(transactions.getTransaction().enlistResource(session.getXAResource()));
        assertTrue(transactions.getTransaction().enlistResource(rows.getXAResource()));
        session.createProducer(session.createQueue("Q1")).send(session.createTextMessage(name));
        try (Statement run = work.createStatement()) {
            run.execute("INSERT INTO orders VALUES ('" + name + "')");
        }
    }

    @Test
    void bothAreThereAfterACommit() throws Exception {
        sendAndInsert("committed");
        assertNull(next());
        transactions.commit();
        assertEquals("committed", next());
        assertEquals(1, ordersCalled("committed"));
    }

    @Test
    void neitherIsThereAfterARollback() throws Exception {
        sendAndInsert("rolled back");
        transactions.rollback();
        assertNull(next());
        assertEquals(0, ordersCalled("rolled back"));
    }

    @Test
    void aMessageTakenComesBackWhenTheOtherResourceRefuses() throws Exception {
        try (JMSContext context = Factories.of(QM).createContext()) {
            context.createProducer().send(context.createQueue("Q1"), "wanted twice");
        }
        transactions.begin();
        assertTrue(transactions.getTransaction().enlistResource(session.getXAResource()));
        assertTrue(transactions.getTransaction().enlistResource(new Saboteur() {
            @Override
            public int prepare(Xid xid) throws XAException {
                throw new XAException(XAException.XA_RBROLLBACK);
            }
        }));
        assertNotNull(session.createConsumer(session.createQueue("Q1")).receive(20_000));
        assertThrows(RollbackException.class, transactions::commit);
        assertEquals("wanted twice", next());
    }

    @Test
    void oneResourceAloneIsCommittedInOnePhase() throws Exception {
        transactions.begin();
        assertTrue(transactions.getTransaction().enlistResource(session.getXAResource()));
        session.createProducer(session.createQueue("Q1")).send(session.createTextMessage("alone"));
        transactions.commit();
        assertEquals("alone", next());
    }

    /** The client does not wait for what an anonymous producer sends. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void neitherIsThereWhenAMessageCouldNotBePut(boolean onePhase) throws Exception {
        if (onePhase) {
            transactions.begin();
            assertTrue(transactions.getTransaction().enlistResource(session.getXAResource()));
        } else {
            sendAndInsert("lacking");
        }
        MessageProducer anonymous = session.createProducer(null);
        anonymous.send(session.createQueue("Q1"), session.createTextMessage("with it"));
        anonymous.send(session.createQueue("NO.SUCH.QUEUE"), session.createTextMessage("lost"));
        assertThrows(RollbackException.class, transactions::commit);
        assertNull(next());
        assertEquals(0, ordersCalled("lacking"));
    }

    @Test
    void aQueueManagerKilledBetweenPrepareAndCommitCommitsAfterItsRestart() throws Exception {
        // Committed first, because it was enlisted first: everything is prepared by then.
        sendAndInsert("recovered", new Saboteur() {
            @Override
            public void commit(Xid xid, boolean onePhase) {
                QM.kill();
            }
        });
        transactions.commit();
        assertEquals(1, ordersCalled("recovered"));

        QM.start();
        assertNull(next());
        assertTrue(QM.mqsc("DISPLAY CONN(*) TYPE(CONN) WHERE(UOWSTATE EQ UNRESOLVED) ALL").contains("URTYPE(XA)"));
        XARecoveryModule resources = recovery.getModules().stream()
                .filter(XARecoveryModule.class::isInstance).map(XARecoveryModule.class::cast).findFirst().orElseThrow();
        XAConnection again = Factories.xaOf(QM).createXAConnection();
        XAResource[] known = {again.createXASession().getXAResource()};
        XAResourceRecoveryHelper helper = new XAResourceRecoveryHelper() {
            @Override
            public boolean initialise(String parameter) {
                return true;
            }

            @Override
            public XAResource[] getXAResources() {
                return known;
            }
        };
        resources.addXAResourceRecoveryHelper(helper);
        String message = null;
        for (int scan = 0; scan < 10 && message == null; scan++) {
            recovery.scan();
            message = next();
        }
        resources.removeXAResourceRecoveryHelper(helper);
        assertEquals("recovered", message);
        assertEquals(0, known[0].recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length);
        again.close();
        assertFalse(QM.mqsc("DISPLAY CONN(*) ALL").contains("UNRESOLVED"));
    }

    /** A resource that votes yes and keeps nothing. */
    private static class Saboteur implements XAResource {
        @Override
        public int prepare(Xid xid) throws XAException {
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) {}

        @Override
        public void rollback(Xid xid) {}

        @Override
        public void start(Xid xid, int flags) {}

        @Override
        public void end(Xid xid, int flags) {}

        @Override
        public void forget(Xid xid) {}

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false;
        }
    }
}
