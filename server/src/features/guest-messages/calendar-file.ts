import { Temporal } from 'temporal-polyfill'
import { oneLine } from '#src/platform/mail/address.ts'

type Person = { name: string; address: string }
export type CalendarEntry = {
  /** The same for all there is about one booking. */
  uid: string
  /** Rises with every change: a calendar keeps what is newest. */
  sequence: number
  /** PUBLISH is a file that somebody takes along; the others come by mail, and later ones follow them. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  startsAt: string
  endsAt: string
  now: Temporal.Instant
  title: string
  place: string | null
  text: string
  url: string
  organizer: Person
  guest: Person | null
}

const stamp = (instant: Temporal.Instant | string): string =>
  Temporal.Instant.from(instant).round({ smallestUnit: 'second', roundingMode: 'floor' }).toString().replaceAll(/[-:]/g, '')

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r?\n/g, '\\n')
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
/** The name of a person in a parameter, where nothing can be escaped. */
const named = ({ name }: Person): string => `"${oneLine(name).replaceAll('"', '')}"`

const lineBytes = 74
/** RFC 5545 §3.1: a line has at most 75 bytes, and goes on after a space; no letter is cut. */
const folded = (line: string): string => {
  const lines: string[] = []
  let at = ''
  for (const letter of line) {
    if (Buffer.byteLength(at + letter) > lineBytes) {
      lines.push(at)
      at = ''
    }
    at += letter
  }
  return [...lines, at].join('\r\n ')
}

/** RFC 5545 and 5546: one booking as an entry of a calendar. */
export const calendarFile = (entry: CalendarEntry): string => {
  const { organizer, guest } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tablewire//Bookings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${entry.method}`,
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${stamp(entry.now)}`,
    `DTSTART:${stamp(entry.startsAt)}`,
    `DTEND:${stamp(entry.endsAt)}`,
    `STATUS:${entry.status}`,
    `SUMMARY:${escaped(entry.title)}`,
    ...(entry.place ? [`LOCATION:${escaped(entry.place)}`] : []),
    `DESCRIPTION:${escaped(entry.text)}`,
    `URL:${entry.url}`,
    `ORGANIZER;CN=${named(organizer)}:mailto:${organizer.address}`,
    ...(guest ? [`ATTENDEE;CN=${named(guest)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${guest.address}`] : []),
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
