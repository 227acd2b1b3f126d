import { json, type Reply, type RouteRequest } from '../../http/router.ts'
import { refuse, type UpdateAct } from '../updates/updates-host.ts'
import { secondsOfTime } from '../wire-values.ts'
import type { FeedDesk, FeedFile } from './feed-desk.ts'
import { feedKinds, type FeedKind } from './feed-scan.ts'

const viewOf = (partnerId: string, { kind, name, state, errors, errorCount, added, existing, deleted }: FeedFile): object => ({
  name: `partners/${partnerId}/feeds/${kind}/${name}/status`,
  state,
  ...(errorCount
    ? { errorDetails: `${errorCount} errors. ${errors.map(({ code, words }) => `${code}: ${words}`).join('; ')}`.slice(0, 4000) }
    : {}),
  statistics: { newItems: String(added), existingItems: String(existing), deletedItems: String(deleted) },
})

const kindIn = ({ params }: RouteRequest): FeedKind =>
  feedKinds.find((kind) => kind === params['kind']) ?? refuse(404, 'Requested entity was not found.')

const pageOf = (files: readonly FeedFile[], query: URLSearchParams): { page: FeedFile[]; next: string | null } => {
  const size = Math.min(500, Math.max(1, Number(query.get('pageSize')) || 500))
  const from = Number(query.get('pageToken') ?? 0)
  if (!Number.isSafeInteger(from) || from < 0) refuse(400, 'Invalid page token')
  const page = files.slice(from, from + size)
  return { page, next: from + size < files.length ? String(from + size) : null }
}

/** FeedStatus of one file, and of many, newest first. */
export const feedStatus = (desk: FeedDesk): Record<'one' | 'list', UpdateAct> => ({
  one: {
    kind: 'status',
    act: ({ partnerId }, request): Reply => {
      const file = desk.files(kindIn(request)).findLast(({ name }) => name === request.params['file'])
      return json(viewOf(partnerId, file ?? refuse(404, 'Requested entity was not found.')))
    },
  },
  list: {
    kind: 'status',
    act: ({ partnerId }, request): Reply => {
      const { query } = request
      const state = query.get('stateRestrict')
      const [from, to] = ['timeRangeRestrict.startTime', 'timeRangeRestrict.endTime'].map((name) => secondsOfTime(query.get(name)))
      const files = desk
        .files(kindIn(request))
        .filter((one) => state === null || one.state === state)
        .filter(({ at }) => (from === undefined || Date.parse(at) >= from * 1000) && (to === undefined || Date.parse(at) < to * 1000))
        .toReversed()
      const { page, next } = pageOf(files, query)
      return json({ status: page.map((one) => viewOf(partnerId, one)), ...(next === null ? {} : { nextPageToken: next }) })
    },
  },
})
