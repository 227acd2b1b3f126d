import { demoLinks, type DemoLinkState, type DemoLinkStatus, demoLinkStates, demoLinkStatuses } from '@tablewire/contracts/demo/demo-links'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { keepRows, keyOf } from '#src/api/query.ts'
import { isId } from '#src/kit/url-values.ts'

type Page = Result<typeof demoLinks.list>

export const filterNames = ['q', 'status', 'state', 'by'] as const
/** What of the address is a filter that is known. */
export const filtersOf = ({ q, status, state, by }: Partial<Record<string, string>>) => ({
  ...(q ? { search: q } : {}),
  ...(demoLinkStatuses.some((one) => one === status) ? { status: status as DemoLinkStatus } : {}),
  ...(demoLinkStates.some((one) => one === state) ? { state: state as DemoLinkState } : {}),
  ...(by && isId(by) ? { generatedBy: by } : {}),
})
type Filters = ReturnType<typeof filtersOf>

export const useLinks = (filters: Filters) =>
  useInfiniteQuery({
    queryKey: [...keyOf(demoLinks.list), 'pages', filters],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      api(demoLinks.list, { query: { limit: 50, filters, ...(pageParam ? { after: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // Its mail goes and its demo is used while somebody looks.
    refetchInterval: 15_000,
    ...keepRows,
  })
