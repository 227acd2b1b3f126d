import { ListingReport, ShownFacts } from '@tablewire/contracts/listing/copies'
import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'
import { AddressRefused } from '#src/platform/net/guard.ts'
import { observationOf } from './report-copy.ts'
import type { Observation } from './take-copies.ts'
import { readUrlOf } from './set-site.ts'

export type ProbeFailure = 'unreachable' | 'slow' | 'refused' | 'unreadable' | 'not_listed'
/** What a page says, or why it could not be read. */
export type Reading = Observation | ProbeFailure

const timeoutMs = 1500
/** A venue with a season of special days is a hundredth of it. */
const longest = 262_144

const failureOf = (error: unknown): ProbeFailure => {
  if (error instanceof AddressRefused) return 'refused'
  const { name } = error as Error
  return name === 'TimeoutError' || name === 'AbortError' ? 'slow' : 'unreachable'
}

const facts = Object.keys(ShownFacts.def.shape)
const tellsOfVenue = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  ('status' in body || facts.some((name) => ((body as Record<string, unknown>)[name] ?? null) !== null))

const parsed = (ctx: Ctx, text: string): Reading => {
  try {
    const body: unknown = JSON.parse(text)
    // A page that says nothing of a venue, as of maintenance, is no listing that is right in everything.
    if (!tellsOfVenue(body)) return 'unreadable'
    // When it was seen is our own clock's to say.
    const report = z.parse(ListingReport, { ...(body as object), observedAt: ctx.clock().toString() })
    return observationOf(report, { clock: ctx.clock, origin: 'probe' })
  } catch {
    return 'unreadable'
  }
}

/** One venue's page at a site, within a second and a half; never throws. */
export const readSite = async (ctx: Ctx, readUrl: string, venueId: string): Promise<Reading> => {
  const allowed = { origins: ctx.ports.config.channelServices }
  const headers = { accept: 'application/json', 'user-agent': 'Tablewire-Listings/1' }
  try {
    const { status, text } = await ctx.ports.send(readUrlOf(readUrl, venueId), allowed, { method: 'GET', headers, timeoutMs, longest })
    if (status === 404 || status === 410) return 'not_listed'
    return status === 200 ? parsed(ctx, text) : 'unreachable'
  } catch (error) {
    return failureOf(error)
  }
}
