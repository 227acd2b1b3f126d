import { accountAreas } from './account-areas.ts'
import { bc } from './bc.ts'
import { bookDrafts } from './book-drafts.ts'
import { brands } from './brands.ts'
import { callLog } from './call-log.ts'
import { channels } from './channels.ts'
import { companies } from './companies.ts'
import { connections } from './connections.ts'
import type { Endpoint } from './endpoint.ts'
import { exports } from './exports.ts'
import { links } from './links.ts'
import { imports } from './import.ts'
import { groups } from './groups.ts'
import { licences } from './licences.ts'
import { notifications } from './notifications.ts'
import { audit, mailbox } from './operations.ts'
import { partners } from './partners.ts'
import { reservations } from './reservations.ts'
import { sync } from './sync.ts'
import { systems } from './systems.ts'
import { testMode } from './test-mode.ts'
import { traces } from './traces.ts'
import { users } from './users.ts'
import { availability, venues } from './venues.ts'
import { bcWebhooks, webhooks } from './webhooks.ts'

/** Every area, in the order of the documentation page. The server mounts these, the law tests and generators walk them. */
export const areas = {
  ...accountAreas,
  users,
  companies,
  groups,
  brands,
  venues,
  availability,
  bookDrafts,
  reservations,
  channels,
  systems,
  testMode,
  connections,
  sync,
  licences,
  links,
  bc,
  bcWebhooks,
  partners,
  callLog,
  webhooks,
  exports,
  notifications,
  audit,
  imports,
  traces,
  mailbox,
}
export const endpoints: readonly Endpoint[] = Object.values(areas).flatMap((area) => Object.values<Endpoint>(area))
