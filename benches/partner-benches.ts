import type { Bench } from './bench.ts'
import { feeds } from './feeds.bench.ts'
import { google } from './google.bench.ts'
import { looks } from './looks.bench.ts'
import { remoteDay } from './remote-day.bench.ts'
import { remote } from './remote.bench.ts'
import { syncing } from './sync.bench.ts'
import { webhooks } from './webhooks.bench.ts'

/** What goes between the hub and its partners. */
export const partnerBenches: readonly Bench[] = [looks, remote, remoteDay, webhooks, syncing, feeds, google]
