//! A believable set of customers, invoices and payments, the same in every new database apart from the dates,
//! which lie around the day it is made.

use rusqlite::{Connection, params};

const CUSTOMERS: usize = 180;
const INVOICES: u32 = 4_200;

const FIRST: &[&str] = &[
    "Acme",
    "Aldgate",
    "Birch",
    "Blue Harbour",
    "Castell",
    "Cobalt",
    "Dunmore",
    "Eastline",
    "Fennel",
    "Granite",
    "Halcyon",
    "Iris",
    "Juniper",
    "Kestrel",
    "Larkspur",
    "Meridian",
    "Northgate",
    "Ochre",
    "Pinewood",
    "Quarry",
    "Redfern",
    "Saltmarsh",
    "Tamarind",
    "Umber",
    "Vantage",
    "Westerly",
    "Yarrow",
    "Zephyr",
    "Orchard",
    "Lantern",
];
const SECOND: &[&str] =
    &["Logistics", "Foods", "Instruments", "Textiles", "Energy", "Printing", "Dental", "Ceramics"];
const REGIONS: &[(&str, &str)] = &[("eu", "GmbH"), ("us", "Inc."), ("apac", "Pty Ltd")];

/// A small generator of numbers, so that the data are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = u32::try_from(self.0 >> 33).unwrap_or_default();
        high % sides.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(u32::try_from(from.len()).unwrap_or(1)) as usize]
    }
}

/// Fills an empty ledger.
pub(crate) fn fill(connection: &Connection) -> rusqlite::Result<()> {
    let mut dice = Dice(20_260_728);
    let customers = add_customers(connection, &mut dice)?;
    for serial in 1..=INVOICES {
        // Older invoices come first; the newest are a few days old.
        let age = (INVOICES - serial) * 730 / INVOICES + 1;
        let customer = 1 + dice.roll(customers);
        add_invoice(connection, &mut dice, serial, age, customer)?;
    }
    Ok(())
}

fn add_customers(connection: &Connection, dice: &mut Dice) -> rusqlite::Result<u32> {
    let mut insert =
        connection.prepare("INSERT OR IGNORE INTO customer (name, region, legal_hold) VALUES (?, ?, ?)")?;
    for at in 0..CUSTOMERS {
        let (first, second) = (FIRST[at % FIRST.len()], SECOND[at / FIRST.len() % SECOND.len()]);
        let (region, form) = *dice.pick(REGIONS);
        insert.execute(params![format!("{first} {second} {form}"), region, at % 45 == 44])?;
    }
    connection.query_row("SELECT count(*) FROM customer", [], |row| row.get(0))
}

fn add_invoice(
    connection: &Connection,
    dice: &mut Dice,
    serial: u32,
    age: u32,
    customer: u32,
) -> rusqlite::Result<()> {
    let terms = *dice.pick(&[14, 30, 30, 30, 60]);
    let total = i64::from(4_000 + dice.roll(90) * dice.roll(9_000));
    let fate = dice.roll(100);
    let status = match fate {
        0..=3 => "draft",
        4..=14 => "sent",
        _ if age <= terms => "sent",
        _ => "paid",
    };
    let number: String = connection.query_row(
        "INSERT INTO invoice (number, customer, status, issued, due, total_cents)
         VALUES (strftime('%Y', 'now', ?1) || '-' || printf('%05d', ?2), ?3, ?4, date('now', ?1), date('now', ?1, ?5), ?6)
         RETURNING number",
        params![format!("-{age} days"), serial, customer, status, format!("+{terms} days"), total],
        |row| row.get(0),
    )?;
    match (status, fate) {
        ("paid", _) => add_payment(connection, dice, &number, age, total),
        // Some open invoices are paid in part.
        ("sent", 12..=14) => add_payment(connection, dice, &number, age, total / 3),
        _ => Ok(()),
    }
}

fn add_payment(
    connection: &Connection,
    dice: &mut Dice,
    number: &str,
    age: u32,
    amount: i64,
) -> rusqlite::Result<()> {
    let days_ago = age.saturating_sub(3 + dice.roll(40));
    connection.execute(
        "INSERT INTO payment (invoice, reference, paid, amount_cents) VALUES (?, ?, date('now', ?), ?)",
        params![
            number,
            format!("BT-{:06}", dice.roll(1_000_000)),
            format!("-{days_ago} days"),
            amount.max(1)
        ],
    )?;
    Ok(())
}
