import type { Bench } from './bench.ts'
import { freshness } from './freshness.bench.ts'
import { guests } from './guests.bench.ts'
import { ledger } from './ledger.bench.ts'
import { reminders } from './reminders.bench.ts'
import { tablesBench } from './tables.bench.ts'
import { yearsBench } from './years.bench.ts'

/** What a house does for its guests by itself, and knows of them. */
export const houseBenches: readonly Bench[] = [tablesBench, reminders, guests, ledger, freshness, yearsBench]
