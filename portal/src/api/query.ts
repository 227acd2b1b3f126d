import type { Endpoint, Result, Sent } from '@tablewire/contracts/kit/endpoint'
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { api } from './client.ts'
import { randomKey } from './random-key.ts'

type Call = <E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<Result<E>>
const call = api as Call

/** `unasked`: nobody pressed anything for it, and what stands on the screen stays there. */
type Tell = (error: ApiError, unasked?: boolean) => void
let tellSomebody: Tell = () => undefined
/** Global error handler for failures that no screen shows by itself; no error stays silent (ER2). */
export const onUnshownError = (listener: Tell): void => {
  tellSomebody = listener
}

/** For whoever asked to be told of it himself. */
export const tellError = (error: ApiError): void => tellSomebody(error)

let tellAnswered: () => void = () => undefined
/** An answer came: what was said of a server that cannot be reached is over. */
export const onAnswered = (listener: () => void): void => {
  tellAnswered = listener
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    /** `shown: true` = the screen shows this failure itself, in its form or place. */
    mutationMeta: { shown?: boolean }
    queryMeta: { shown?: boolean }
  }
}

const retryPassing = (times: number) => (count: number, error: ApiError) => error instanceof ApiError && error.passing && count < times
/** A write is tried again after silence; without a network whoever waits is told at once. */
export const retryWrite = (count: number, error: ApiError): boolean => navigator.onLine && retryPassing(2)(count, error)

export const queryClient = new QueryClient({
  // A failed refetch leaves the list on the screen, so only a notice can report it; an empty list shows its own error.
  queryCache: new QueryCache({
    onSuccess: () => tellAnswered(),
    onError: (error, query) => {
      if (query.state.data !== undefined && !query.meta?.shown) tellSomebody(error, true)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: () => tellAnswered(),
    onError: (error, ...[, , mutation]) => {
      if (!mutation.meta?.shown) tellSomebody(error)
    },
  }),
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 300_000, retry: retryPassing(2), refetchOnReconnect: true },
    // Held back by the library until there is a network, a write would say nothing, and be lost by a reload.
    mutations: { networkMode: 'always' },
  },
})

/** `reservations.list` with its input: `['reservations', 'list', input]`, so that `['reservations']` names the whole area. */
export const keyOf = <E extends Endpoint>(endpoint: E, input?: Sent<E>): readonly unknown[] =>
  input === undefined ? endpoint.id.split('.') : [...endpoint.id.split('.'), input]

type QueryOptions<E extends Endpoint, D> = Omit<UseQueryOptions<Result<E>, ApiError, D>, 'queryKey' | 'queryFn'>

/** Reads an endpoint; `input` is `{}` when it takes none. */
export const useEndpoint = <E extends Endpoint, D = Result<E>>(
  endpoint: E,
  input: Sent<E>,
  options: QueryOptions<E, D> = {},
): UseQueryResult<D, ApiError> => {
  const result = useQuery<Result<E>, ApiError, D>({
    ...options,
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
  // ER1: a refused list is empty, whatever it showed before; on a network failure it keeps its rows.
  const refused = endpoint.envelope === 'page' && result.isError && result.data !== undefined && !result.error.passing
  return refused ? ({ ...result, data: undefined } as UseQueryResult<D, ApiError>) : result
}

/** Option for `useEndpoint`: keeps the previous rows until the next filter's are there. */
export const keepRows = { placeholderData: keepPreviousData } as const

type CallOptionsOf<E extends Endpoint> = Omit<UseMutationOptions<Result<E>, ApiError, Sent<E>>, 'mutationFn'>

/**
 * Writes through an endpoint: `const cancel = useCall(reservations.cancel)`, then `cancel.mutate({ params, body })`. Each `mutate` has an idempotency
 * key of its own where the endpoint takes one, and a call without an answer is retried under the same key.
 */
export const useCall = <E extends Endpoint>(endpoint: E, options: CallOptionsOf<E> = {}): UseMutationResult<Result<E>, ApiError, Sent<E>> =>
  useMutation({
    retry: endpoint.idempotent ? retryWrite : false,
    // A form of the office says that it saves, and goes out by itself as soon as there is a network again; what was typed is kept meanwhile.
    networkMode: 'online',
    ...options,
    mutationFn: (input) => call(endpoint, input, endpoint.idempotent ? { idempotencyKey: keyFor(input) } : {}),
  })

const keys = new WeakMap<object, string>()
/** Retries of one `mutate` share its key. */
const keyFor = (input: object): string => {
  const known = keys.get(input) ?? randomKey()
  keys.set(input, known)
  return known
}
