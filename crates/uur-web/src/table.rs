//! What two players settle and say, in a record and out of it.

use uur::notation::{Clock, Record, RecordEntry, RecordFacts, RecordResult};

use crate::failure::Failure;
use crate::question::TableData;

impl TableData {
    /// What a record has of it; variations are left out.
    pub(crate) fn of(record: &Record) -> TableData {
        let RecordFacts { players: [south, north], event, date, clock, result, .. } = record.facts.clone();
        let (mut steps, mut remarks) = (0, vec![]);
        for entry in &record.moves {
            match entry {
                RecordEntry::Step(..) => steps += 1,
                RecordEntry::Remark(text) => remarks.push((steps, text.text.clone())),
                RecordEntry::Reached(_) | RecordEntry::Variation(..) => {}
            }
        }
        let [clock, result] = [clock.map(|clock| clock.to_string()), result.map(|result| result.to_string())];
        TableData { south, north, event, date, clock, result, remarks }
    }

    /// Puts it into a record of the steps.
    ///
    /// # Errors
    /// If a part of it cannot stand in a record.
    pub(crate) fn put_into(self, record: Record) -> Result<Record, Failure> {
        let wrong = |what: &str, text: &str| Failure::new("table", format!("`{text}` is no {what} of a record"));
        let clock = self.clock.map(|text| Clock::read(&text).ok_or_else(|| wrong("clock", &text))).transpose()?;
        let result =
            self.result.map(|text| RecordResult::read(&text).ok_or_else(|| wrong("result", &text))).transpose()?;
        let is_date = |text: &str| text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if let Some(date) = self.date.as_deref().filter(|date| !is_date(date)) {
            return Err(wrong("date", date));
        }
        let remarks = |steps: usize| {
            let of = self.remarks.iter().filter(move |(after, _)| *after == steps);
            of.map(|(_, text)| RecordEntry::Remark(text.clone().into()))
        };
        let mut moves: Vec<RecordEntry> = remarks(0).collect();
        for (at, step) in record.moves.into_iter().enumerate() {
            moves.push(step);
            moves.extend(remarks(at + 1));
        }
        let facts = RecordFacts {
            players: [self.south, self.north],
            event: self.event,
            date: self.date,
            clock,
            result,
            ..record.facts
        };
        Ok(Record { facts, moves, ..record })
    }
}
