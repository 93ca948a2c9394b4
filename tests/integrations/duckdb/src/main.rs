// SPDX-License-Identifier: Apache-2.0 OR MIT
//! duckdb-sqllogictest COMMAND... -- FILE...: runs files in the format of sqllogictest. Each connection of a file is a process
//! COMMAND, which answers each line `{"sql": text}` with a line `{"rows": [[text, ...], ...]}` or `{"error": text}`. It prints
//! a line for each file, and ends with the status 1 when one failed.

use std::io::{BufRead, BufReader, Error, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use sqllogictest::{DB, DBOutput, DefaultColumnType, Record, Runner, parse_file};

/// A process that has a connection.
struct Connection {
    process: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Connection {
    fn start(command: &[String]) -> Result<Self, Error> {
        let mut process =
            Command::new(&command[0]).args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let to = process.stdin.take();
        let from = BufReader::new(process.stdout.take().expect("a pipe"));
        Ok(Self { process, to, from })
    }
    fn ask(&mut self, sql: &str) -> Result<Value, Error> {
        let mut to = self.to.as_ref().ok_or_else(|| Error::other("the connection is closed"))?;
        writeln!(to, "{}", json!({"sql": sql}))?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl DB for Connection {
    type Error = Error;
    type ColumnType = DefaultColumnType;

    fn run(&mut self, sql: &str) -> Result<DBOutput<DefaultColumnType>, Error> {
        let answer = self.ask(sql)?;
        if let Some(error) = answer["error"].as_str() {
            return Err(Error::other(error));
        }
        let rows: Vec<Vec<String>> = serde_json::from_value(answer["rows"].clone())?;
        Ok(match rows.first().map(Vec::len) {
            None | Some(0) => DBOutput::StatementComplete(0),
            Some(columns) => DBOutput::Rows { types: vec![DefaultColumnType::Any; columns], rows },
        })
    }
    fn engine_name(&self) -> &str {
        "duckdb"
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.to = None; // the end of its input ends it
        let _ = self.process.wait();
    }
}

/// The number of statements and queries of a file, all of which were as it says.
fn run_file(command: &[String], file: &str) -> Result<usize, Box<dyn std::error::Error>> {
    let records = parse_file::<DefaultColumnType>(file)?;
    let is_call = |record: &&Record<_>| matches!(record, Record::Statement { .. } | Record::Query { .. });
    let count = records.iter().filter(is_call).count();
    Runner::new(|| async { Connection::start(command) }).run_file(file)?;
    Ok(count)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut parts = arguments.split(|argument| argument == "--");
    let (Some(command), Some(files)) = (parts.next(), parts.next()) else { panic!("COMMAND... -- FILE...") };
    let (mut passed, mut failed) = (0, 0);
    for file in files {
        match run_file(command, file) {
            Ok(count) => {
                passed += count;
                println!("ok   {file} ({count})");
            }
            Err(error) => {
                failed += 1;
                println!("FAIL {file}: {error}");
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    std::process::exit(i32::from(failed != 0 || passed == 0));
}
