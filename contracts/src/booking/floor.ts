import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, LocalDate, line, text, whole } from '../kit/wire.ts'
import { floorShapes, layoutsMost, roomMost } from './floor-plan.rules.ts'
import { TableParty } from './table-parties.ts'
import { tablesMost } from './tables.ts'

const version = whole(0, 2_000_000_000)
const at = whole(0, roomMost)
const turn = whole(0, 359)

/** Where a table stands in the room of its area: its middle and size in tenths of a metre, and by how many degrees it is turned to the right. */
export const FloorPlace = z.object({
  tableId: Id,
  x: at,
  y: at,
  width: whole(3, 100),
  depth: whole(3, 100),
  shape: z.enum(floorShapes),
  turn,
})
export type FloorPlace = z.infer<typeof FloorPlace>

/** A wall, or words, so that people find their way. */
export const FloorThing = z.object({
  areaId: Id,
  kind: z.enum(['wall', 'label']),
  x: at,
  y: at,
  width: whole(1, roomMost),
  depth: whole(1, roomMost),
  turn,
  text: line(40),
})
export type FloorThing = z.infer<typeof FloorThing>

export const FloorRoom = z.object({ areaId: Id, width: whole(20, roomMost), depth: whole(20, roomMost) })
export type FloorRoom = z.infer<typeof FloorRoom>

/** From a date to another one, both with it, on those weekdays (1 = Monday). */
export const FloorRule = z.object({
  from: LocalDate,
  until: LocalDate,
  weekdays: z.array(whole(1, 7)).check(z.minLength(1), z.maxLength(7)),
})
export type FloorRule = z.infer<typeof FloorRule>

export const FloorLayout = z.object({
  /** Made by whoever adds it, and never used again. */
  id: Id,
  name: text(60),
  /** When it rules; none for the first layout, which rules every day that no other one does. */
  days: z.array(FloorRule).check(z.maxLength(60)),
  rooms: z.array(FloorRoom).check(z.maxLength(100)),
  /** A table that is named neither here nor in `away` stands, and was not drawn yet. */
  places: z.array(FloorPlace).check(z.maxLength(tablesMost)),
  /** Tables that are put away: nobody is given one of them on its days. */
  away: z.array(Id).check(z.maxLength(tablesMost)),
  things: z.array(FloorThing).check(z.maxLength(200)),
})
export type FloorLayout = z.infer<typeof FloorLayout>

export const Floor = z.object({
  /** The first rules every day that no other one does. None: all tables stand. */
  layouts: z.array(FloorLayout).check(z.maxLength(layoutsMost)),
  /** 0 = nothing was saved yet. */
  version,
})
export type Floor = z.infer<typeof Floor>

/** A party that has a table which would be put away on its day. */
export const FloorParty = z.extend(TableParty, {
  /** The layout of its day. */
  layout: z.string(),
})
export type FloorParty = z.infer<typeof FloorParty>

const errors = [
  'venue.not_found',
  'venue.archived',
  'tables.unknown',
  'area.not_found',
  'floor.days_twice',
  'floor.days_odd',
  'floor.days_never',
  'floor.name_twice',
] as const

export const floor = defineArea('floor', {
  read: {
    method: 'GET',
    path: '/v1/venues/:id/floor',
    summary: 'The layouts of a venue: where its tables stand on which days, and which of them are put away.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: Floor,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  day: {
    method: 'GET',
    path: '/v1/venues/:id/floor-day',
    summary: 'The layout that rules a service day; null where the venue has none.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ date: LocalDate }),
    result: z.object({ date: LocalDate, layout: z.nullable(FloorLayout) }),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  touched: {
    method: 'POST',
    path: '/v1/venues/:id/floor/touched',
    summary: 'Which parties would lose their table if these layouts were saved. Nothing is written.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    body: z.object({ layouts: Floor.shape.layouts }),
    result: z.object({
      /** The next ones to come. */
      parties: z.array(FloorParty),
      /** All of them, as a save names them. */
      ids: z.array(Id),
    }),
    envelope: 'data',
    errors: [...errors],
  },
  save: {
    method: 'PUT',
    path: '/v1/venues/:id/floor',
    summary:
      'Replace the layouts of a venue. Parties at tables that are put away on their day have none any more, and stay booked: refused unless each of them is named.',
    can: ['update', 'settings-restaurant'],
    audit: 'floor.updated',
    params: IdParams,
    body: z.object({
      ...Floor.shape,
      /** Who may lose his table. */
      releases: z._default(z.array(Id).check(z.maxLength(5000)), []),
    }),
    result: Floor,
    envelope: 'data',
    errors: [...errors, 'floor.version_stale', 'floor.parties_seated', 'tables.not_here'],
  },
})
