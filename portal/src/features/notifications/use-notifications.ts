import type { Result } from '@tablewire/contracts/kit/endpoint'
import { type Notification, notifications } from '@tablewire/contracts/operations/notifications'
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf, useCall, useEndpoint } from '#src/api/query.ts'

const pageRows = 20
type Pages = InfiniteData<Result<typeof notifications.list>, string>

const unreadKey = keyOf(notifications.unread, {})
const listKey = keyOf(notifications.list)
const refresh = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: unreadKey })
  void client.invalidateQueries({ queryKey: listKey })
}

/** How many are unread, kept true by the live channel: whatever another tab or another person does shows within a second. */
export const useUnread = (): number => {
  const client = useQueryClient()
  // The live channel says when to ask again; the window's focus is asked for in case it slept.
  const { data } = useEndpoint(notifications.unread, {}, { refetchOnWindowFocus: true, meta: { shown: true } })
  useLive(({ type }) => {
    if (type === 'notification') refresh(client)
  })
  return data?.unread ?? 0
}

export const useNotificationPages = (unreadOnly: boolean) =>
  useInfiniteQuery({
    queryKey: [...listKey, 'pages', unreadOnly],
    queryFn: ({ pageParam, signal }) =>
      api(
        notifications.list,
        { query: { limit: pageRows, ...(pageParam ? { after: pageParam } : {}), ...(unreadOnly ? { filters: { unread: true } } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { shown: true },
  })

const markIn = (pages: Pages | undefined, fits: (one: Notification) => boolean): Pages | undefined => {
  const readAt = new Date().toISOString()
  const mark = (one: Notification): Notification => (one.readAt === null && fits(one) ? { ...one, readAt } : one)
  return pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map(mark) })) }
}

/** Read at once on this screen; a refusal puts it back as the server has it. */
export const useReading = () => {
  const client = useQueryClient()
  const settled = (): void => refresh(client)
  const one = useCall(notifications.read, { onError: settled })
  const all = useCall(notifications.readAll, { onSettled: settled })
  const markAll = (fits: (one: Notification) => boolean, count: (unread: number) => number): void => {
    client.setQueriesData<Pages>({ queryKey: [...listKey, 'pages'] }, (pages) => markIn(pages, fits))
    client.setQueryData<{ unread: number }>(unreadKey, (before) => before && { unread: Math.max(0, count(before.unread)) })
  }
  return {
    read: ({ id, readAt }: Notification): void => {
      if (readAt !== null) return
      markAll(
        (row) => row.id === id,
        (unread) => unread - 1,
      )
      one.mutate({ params: { id } })
    },
    readAll: (until: string): void => {
      markAll(
        ({ at }) => at <= until,
        () => 0,
      )
      all.mutate({ body: { until } })
    },
  }
}
