import * as bookDrafts from './book-drafts.ts'
import * as book from './book.ts'
import * as brands from './brands.ts'
import * as channelObjects from './channel-objects.ts'
import * as channelRules from './channels.rules.ts'
import * as companies from './companies.ts'
import * as connections from './connections.ts'
import * as exports from './exports.ts'
import * as groups from './groups.ts'
import { importSchemas } from './import-schemas.ts'
import * as licences from './licences.ts'
import * as links from './links.ts'
import * as sync from './sync.ts'
import * as systemFields from './system-fields.ts'
import * as systems from './systems.ts'
import * as traces from './traces.ts'
import * as users from './users.ts'
import * as venueFields from './venue-fields.ts'

/** The modules of the administration areas whose schemas the documentation names. */
export const backOfficeSchemas = [
  bookDrafts,
  book,
  brands,
  channelObjects,
  channelRules,
  companies,
  connections,
  exports,
  groups,
  ...importSchemas,
  licences,
  links,
  sync,
  systemFields,
  systems,
  traces,
  users,
  venueFields,
] as const
