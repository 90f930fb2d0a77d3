//! Every mode in a tiny run, so that none can rot. Nothing here tests how fast anything is.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn bench(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferromq-bench"));
    command
        .args(line.split_whitespace())
        .args(["--quiet", "--json", "-"]);
    command.output().expect("the program runs")
}

/// Runs a mode; its standard output, which ends with the JSON document.
fn results(line: &str) -> String {
    let output = bench(line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn assert_figures(text: &str, names: &[&str]) {
    for name in names {
        assert!(text.contains(&format!("\"{name}\":")), "{name} in {text}");
    }
}

const SHORT: &str = "--no-limits --warm-up 0.05 --seconds 0.2 --log-pages 256";

#[test]
fn limits_of_the_machine_are_measured() {
    let text = results("limits");
    assert_figures(
        &text,
        &[
            "hand_over_round_trip_same_core_us",
            "copy_ns",
            "forces_4k_per_s",
        ],
    );
}

#[test]
fn pairs_are_measured() {
    let text = results(&format!("pair --rounds 100 {SHORT}"));
    assert_figures(&text, &["ns_per_pair", "result_hash"]);
    results(&format!("pair --rounds 20 --persistent {SHORT}"));
}

#[test]
fn round_trips_are_measured_on_every_mix_of_roads() {
    for requester in ["embedded", "bindings"] {
        for responder in ["embedded", "bindings"] {
            let text = results(&format!(
                "round-trip --requesters 4 --pairs 2 --requester-road {requester} --responder-road {responder} {SHORT}"
            ));
            assert_figures(&text, &["round_trips_per_s", "p999_us", "result_hash"]);
        }
    }
}

#[test]
fn round_trips_are_measured_as_tasks_and_with_units_of_work() {
    results(&format!(
        "round-trip --requesters 6 --pairs 3 --style tasks {SHORT}"
    ));
    results(&format!(
        "round-trip --requesters 3 --style tasks --persistent {SHORT}"
    ));
    results(&format!("round-trip --requesters 3 --persistent {SHORT}"));
    results(&format!(
        "round-trip --requesters 3 --persistent --no-syncpoint {SHORT}"
    ));
    results(&format!(
        "round-trip --requesters 3 --correlate queue {SHORT}"
    ));
}

#[test]
fn round_trips_can_be_held_to_a_rate() {
    for style in ["threads", "tasks"] {
        results(&format!(
            "round-trip --requesters 2 --rate 200 --style {style} {SHORT}"
        ));
    }
}

#[test]
fn streams_are_measured_with_and_without_units_of_work() {
    results(&format!("stream --producers 2 --consumers 3 {SHORT}"));
    results(&format!(
        "stream --producers 2 --depth 30 --batch 50 --persistent {SHORT}"
    ));
    results(&format!(
        "stream --requester-road bindings --responder-road bindings --batch 10 {SHORT}"
    ));
}

#[test]
fn two_queue_managers_are_measured_joined_by_channels() {
    let text = results(&format!(
        "round-trip --requesters 4 --road bindings --channels 2 {SHORT}"
    ));
    assert_figures(&text, &["channels", "far_process_cpu_us_each"]);
    results(&format!(
        "stream --persistent --batch 10 --road client --channels 1 {SHORT}"
    ));
    let embedded = bench("stream --channels 1");
    assert_eq!(embedded.status.code(), Some(2));
}

/// The last figure of that name in a document.
fn last_figure(text: &str, name: &str) -> f64 {
    let (_, behind) = text
        .rsplit_once(&format!("\"{name}\": "))
        .unwrap_or_else(|| panic!("{name} in {text}"));
    let end = behind.find([',', '}']).expect("an end");
    behind[..end].parse().expect("a number")
}

#[test]
fn a_cluster_is_measured_beside_one_queue_manager() {
    for line in [
        "round-trip --requesters 4 --road bindings --cluster 2",
        "stream --persistent --batch 10 --road client --cluster 3",
        "publish --subscribers 5 --topics 2 --road bindings --style tasks --cluster 2",
        "publish --subscribers 4 --road client --async-put --read-ahead --cluster 3",
    ] {
        // Long enough for every member to have its part on a machine that does other things.
        let settings = "--no-limits --warm-up 0.5 --seconds 1 --log-pages 256";
        let text = results(&format!("{line} {settings}"));
        assert_figures(&text, &["of_one_queue_manager", "all_q_mgrs_cpu_us_each"]);
        // Both are measured, and every member had its part in the second.
        let members = line.rsplit_once(' ').expect("a number").1;
        assert!(text.contains("\"queue_managers\": 1"), "{text}");
        let of_many = format!("\"queue_managers\": {members}");
        assert!(text.contains(&of_many), "{text}");
        assert_eq!(last_figure(&text, "processes").to_string(), members);
        assert!(last_figure(&text, "least_of_an_even_share") > 0.0, "{text}");
    }
    for wrong in [
        "stream --cluster 2",
        "stream --cluster 1 --road client",
        "stream --cluster 17 --road client",
        "round-trip --cluster 3 --responders 2 --road client",
        "round-trip --cluster 2 --channels 1 --road client",
        "publish --cluster 4 --subscribers 3 --road client",
        "cluster --only nothing",
    ] {
        let output = bench(&format!("{wrong} --no-limits"));
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn messages_are_spread_by_weight_and_go_elsewhere_when_a_member_goes() {
    let settings = "--no-limits --log-pages 256 --warm-up 0.5 --seconds 2";
    let text = results(&format!("cluster --only weights {settings}"));
    // Exactly 6,000 on a quiet machine: elsewhere others stand in for a channel that is not running for a moment.
    assert!(last_figure(&text, "worst_off_percent") <= 2.0, "{text}");
    let came = ["first", "second", "third"].map(|name| last_figure(&text, name));
    assert_eq!(came.iter().sum::<f64>(), 10_000.0);
    let text = results(&format!("cluster --only killed {settings} --rate 300"));
    // Hundreds were put when it had gone.
    assert!(last_figure(&text, "put") > 500.0, "{text}");
    assert_eq!(last_figure(&text, "came_twice"), 0.0);
    let text = results(&format!("cluster --only joined {settings} --rate 300"));
    assert!(last_figure(&text, "evenly_used_after_s") < 2.0, "{text}");
}

#[test]
fn choosing_and_learning_are_measured() {
    let text = results(&format!("cluster --only choosing {SHORT}"));
    assert!(last_figure(&text, "choice_ns") > 0.0);
    let text = results(&format!("cluster --only learning {SHORT}"));
    assert_eq!(last_figure(&text, "queues_known"), 50_000.0);
}

#[test]
fn publications_are_measured_on_every_road() {
    let text = results(&format!("publish --subscribers 3 --style tasks {SHORT}"));
    assert_figures(&text, &["published_plus_consumed_per_s", "published_per_s"]);
    results(&format!("publish --subscribers 2 --persistent {SHORT}"));
    results(&format!(
        "publish --topics 3 --rate 100 --road bindings {SHORT}"
    ));
    results(&format!(
        "publish --subscribers 4 --road client --style tasks --async-put --read-ahead {SHORT}"
    ));
}

#[test]
fn a_deep_queue_is_measured() {
    let text = results(&format!("deep --depth 1000 --rounds 500 {SHORT}"));
    assert_figures(&text, &["times_the_shallow_queue"]);
    results(&format!(
        "deep --depth 200 --rounds 200 --requester-road bindings {SHORT}"
    ));
}

#[test]
fn round_trips_are_measured_beside_what_another_client_does() {
    for what in ["long-puts", "search", "temporary-queues", "checkpoint"] {
        // A message of 100 MB needs a log of the usual length.
        let settings = match what {
            "long-puts" => "--no-limits --warm-up 0.05 --seconds 0.2",
            _ => SHORT,
        };
        let text = results(&format!("beside --what {what} --depth 2000 {settings}"));
        assert_figures(&text, &["alone_p99_us", "beside_p99_us", "done_beside"]);
    }
}

#[test]
fn a_killed_queue_manager_comes_back_with_what_was_committed() {
    let text = results(&format!("restart --depth 300 --uncommitted 200 {SHORT}"));
    assert_figures(&text, &["to_first_get_s"]);
    assert!(text.contains("\"messages_checked\": 300"), "{text}");
}

#[test]
fn start_and_idle_are_measured() {
    assert_figures(
        &results(&format!("start --rounds 1 {SHORT}")),
        &["embedded_p50_ms"],
    );
    assert_figures(&results(&format!("idle {SHORT}")), &["resident_mb"]);
}

#[test]
fn a_sweep_and_the_goals_run() {
    results(&format!("sweep --counts 1,2 --sizes 100 {SHORT}"));
    let text = results(&format!("goals --only tasks {SHORT}"));
    assert_figures(&text, &["aim", "ratio"]);
}

#[test]
fn a_wrong_command_line_is_refused_with_exit_code_2() {
    for line in [
        "",
        "nothing",
        "pair --sise 3",
        "round-trip --size 3",
        "round-trip --style tasks --requester-road bindings",
    ] {
        let output = bench(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("ferromq bench:"));
    }
}

#[test]
fn the_c_library_is_measured_by_a_program_that_has_to_be_there() {
    let output = bench("c-library --program /nonexistent/bench --no-limits");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("/nonexistent/bench"), "{errors}");
    // Its twin, which needs no C: what it prints is what is read of both.
    let program = env!("CARGO_BIN_EXE_ferromq-bench");
    let script = format!("#!/bin/sh\nexec {program} child c-twin \"$@\"\n");
    let path = std::env::temp_dir().join(format!("ferromq-c-twin-{}", std::process::id()));
    std::fs::write(&path, script).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&path, mode).expect("executable");
    for road in ["bindings", "client"] {
        let text = results(&format!(
            "c-library --road {road} --program {} --library / --seconds 1 --rounds 1 --no-limits --log-pages 256",
            path.display()
        ));
        assert_figures(
            &text,
            &["rust_cpu_us_each", "c_cpu_us_each", "c_cpu_of_rust"],
        );
    }
    std::fs::remove_file(path).expect("removed");
}

/// A program, where `bench peers` looks for it.
fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var("PATH").unwrap_or_default();
    let folders = path.split(':').chain(["/usr/local/sbin", "/usr/sbin"]);
    let mut programs = folders.map(|folder| Path::new(folder).join(program));
    programs.find(|program| program.is_file())
}

#[test]
fn peers_that_are_installed_are_compared_with_and_others_are_left_out() {
    // A peer that is new may need longer for its first round trip on a machine that is busy.
    let long = SHORT.replace("--seconds 0.2", "--seconds 0.8");
    assert_ne!(long, SHORT);
    let text = results(&format!("peers --rounds 1 --only requester {long}"));
    let here = ["nats-server", "redis-server"].map(|program| installed(program).is_some());
    for (program, is_here) in ["nats-server", "redis-server"].iter().zip(here) {
        let missing = format!("there is no {program}");
        assert_eq!(text.contains(&missing), !is_here, "{text}");
    }
    if here == [false; 2] {
        ferromq_base::skipped::skip(
            "comparing with peers",
            "neither nats-server nor redis-server is installed",
        );
        return;
    }
    assert_figures(&text, &["ferromq_per_s", "ratio", "best_peer"]);
    // Producers nobody answers may be ahead of their consumers by more than a small log holds.
    let roomy = SHORT.replace("--log-pages 256", "--log-pages 4096");
    results(&format!("peers --rounds 1 --only stream {roomy}"));
    results(&format!("peers --rounds 1 --only publish {SHORT}"));
}

#[test]
fn the_server_of_a_peer_goes_with_its_data_when_the_run_is_no_more() {
    for (peer, program, servers) in [
        ("NATS", "nats-server", 1),
        ("NATS-leaf", "nats-server", 2),
        ("NATS-4", "nats-server", 4),
        ("Redis-AOF", "redis-server", 1),
    ] {
        let Some(path) = installed(program) else {
            ferromq_base::skipped::skip("stopping a peer's server", program);
            continue;
        };
        let data = format!("ferromq-peer-{peer}-{}", std::process::id());
        let data = std::env::temp_dir().join(data);
        std::fs::create_dir_all(&data).expect("made");
        let mut carer = Command::new(env!("CARGO_BIN_EXE_ferromq-bench"))
            .args(["child", "peer-server", peer])
            .arg(path)
            .arg("--data")
            .arg(&data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let output = carer.stdout.take().expect("piped");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        assert_eq!(lines.next().as_deref(), Some("ready"));
        let serving = lines.next().expect("where it serves");
        let numbers: Vec<&str> = serving.split(' ').collect();
        for port in numbers[1..3].iter().flat_map(|ports| ports.split(',')) {
            let port: u16 = port.parse().expect("a port");
            assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
        }
        let processes = numbers[3..].iter().map(|id| Path::new("/proc").join(id));
        let processes: Vec<PathBuf> = processes.collect();
        let directories = std::fs::read_dir(&data).expect("read").count();
        assert_eq!((processes.len(), directories), (servers, servers));
        assert!(processes.iter().all(|process| process.exists()));
        // What its parent's end looks like to it, whatever ended that.
        drop(carer.stdin.take());
        assert_eq!(lines.next().as_deref(), Some("stopped"));
        assert!(carer.wait().expect("ended").success());
        let gone = processes.iter().all(|process| !process.exists());
        assert!(gone, "{peer} has ended");
        assert_eq!(std::fs::read_dir(&data).expect("read").count(), 0);
        std::fs::remove_dir(&data).expect("removed");
    }
}

#[test]
fn sweeps_find_peaks_and_knees_of_every_workload() {
    let text = results(&format!(
        "sweep --persistence no --sizes 2k --counts 1,2 --rounds 2 {SHORT}"
    ));
    assert!(text.contains("peak of requester/responder"), "{text}");
    assert_figures(&text, &["lowest_per_s", "machine_busy_percent", "runs"]);
    let text = results(&format!(
        "sweep --of publish --persistence yes --road client --counts 1,2 {SHORT}"
    ));
    assert!(text.contains("peak of publish/subscribe"), "{text}");
    // So few that every machine makes them, and the other so many that none does.
    let text = results(
        "sweep --of stream --persistence no --road bindings --rate 20 --counts 1,2 --warm-up 0.2 --seconds 1 --no-limits --log-pages 256",
    );
    assert_figures(&text, &["asked_per_s", "share_of_asked_percent"]);
    let text = results(&format!(
        "sweep --rates 50000000,60000000 --requesters 2 {SHORT}"
    ));
    assert!(
        !text.contains("knee of") && !text.contains("60000000"),
        "{text}"
    );
}

#[test]
fn ciphers_are_swept_with_certificates_made_for_the_run() {
    let text = results(&format!(
        "sweep --persistence no --sizes 2k --counts 2 --road client --ciphers none,ECDHE_ECDSA_AES_256_GCM_SHA384,TLS_RSA_WITH_AES_256_CBC_SHA256 {SHORT}"
    ));
    assert!(
        text.contains("\"cipher\": \"none\"") && text.contains("ECDHE_ECDSA"),
        "{text}"
    );
}

#[test]
fn logs_and_devices_of_other_kinds_are_measured_and_said() {
    let text = results(&format!(
        "round-trip --persistent --requesters 2 --road bindings --log-type linear --media-images 0.05 --log-buffer-pages 64 {SHORT}"
    ));
    assert_figures(&text, &["log_type", "media_images_s", "log_buffer_pages"]);
    let text = results(&format!(
        "round-trip --persistent --requesters 2 --road bindings --force-delay-us 5000 {SHORT}"
    ));
    assert_figures(&text, &["simulated_force_delay_us"]);
    let circular = bench("round-trip --persistent --media-images 1 --no-limits --log-pages 256");
    assert_eq!(circular.status.code(), Some(2));
    let pages = bench("round-trip --log-buffer-pages 5 --no-limits");
    assert_eq!(pages.status.code(), Some(2));
}

#[test]
fn puts_in_and_outside_units_of_work_are_measured() {
    let text = results(&format!("syncpoint --road embedded {SHORT}"));
    assert!(text.contains("\"puts_in_syncpoint\": false"), "{text}");
    assert!(text.contains("\"puts_in_syncpoint\": true"), "{text}");
}

#[test]
fn streaming_queues_are_watched_over_time() {
    let text = results(
        "streaming --queues 2 --rate 100 --cap-expiry 1 --expiry-interval 1 --no-limits --log-pages 256",
    );
    assert_figures(
        &text,
        &[
            "top_expected",
            "foot_expected",
            "depth_over_time",
            "messages_per_s",
        ],
    );
}

#[test]
fn a_run_can_be_tied_to_some_processors() {
    let text = results(&format!("pair --rounds 20 --cores 1 {SHORT}"));
    assert_figures(&text, &["ns_per_pair"]);
    let many = bench("pair --cores 100000 --no-limits");
    assert_eq!(many.status.code(), Some(2));
}

#[test]
fn jms_says_what_it_wants() {
    let none = bench("jms --no-limits");
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("--classpath"));
}
