import * as bookDrafts from './book-drafts.ts'
import * as book from './book.ts'
import * as brands from './brands.ts'
import * as channels from './channels.ts'
import * as exports from './exports.ts'
import * as systemFields from './system-fields.ts'
import * as systems from './systems.ts'
import * as venueFields from './venue-fields.ts'

/** The modules of the administration areas whose schemas the documentation names. */
export const backOfficeSchemas = [bookDrafts, book, brands, channels, exports, systemFields, systems, venueFields] as const
