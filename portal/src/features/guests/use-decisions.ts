import { type GuestPair, guests } from '@tablewire/contracts/booking/guests'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { toast } from '#src/kit/toasts.ts'
import { nameOf } from './guest-words.ts'
import { useT } from './use-t.ts'

export type Decision = { same: boolean; keep?: 'one' | 'other' }
type Decided = { pair: GuestPair; decision: Decision }

/** Whatever shows guests asks again, but for the pairs that are looked at: none moves up under the finger that has just decided another one. */
const askBeside = (): void =>
  void queryClient.invalidateQueries({ queryKey: ['guests'], predicate: ({ queryKey }) => !queryKey.includes('pages') })
export const pairsKey = [...keyOf(guests.pairs), 'pages']
const askPairs = (): void => void queryClient.invalidateQueries({ queryKey: pairsKey })

/** What was decided here stands where it was asked, until it is taken back or the list is opened anew. */
export const useDecisions = (mayDecide: boolean) => {
  const t = useT()
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const takeOut = ({ id }: GuestPair): void => setDecided((before) => before.filter((one) => one.pair.id !== id))
  const back = useMutation<unknown, ApiError, GuestPair>({
    mutationFn: ({ id }) => api(guests.reopen, { params: { id } }),
    onSuccess: (_done, pair) => {
      takeOut(pair)
      toast.over(pair.id)
      toast.info(t('decided.back', { one: nameOf(t, pair.one), other: nameOf(t, pair.other) }))
    },
    onSettled: askBeside,
  })
  const takeBack = (pair: GuestPair): void => {
    if (!back.isPending) back.mutate(pair)
  }
  const decide = useMutation<unknown, ApiError, Decided>({
    mutationFn: ({ pair, decision }) => api(guests.decide, { params: { id: pair.id }, body: decision }, { idempotencyKey: randomKey() }),
    onMutate: (one) => setDecided((before) => [...before, one]),
    onSuccess: (_done, { pair, decision }) => {
      const words = { one: nameOf(t, pair.one), other: nameOf(t, pair.other) }
      toast.undoable(pair.id, t(decision.same ? 'decided.same' : 'decided.different', words), {
        label: t('undo'),
        run: () => takeBack(pair),
      })
    },
    onError: (_error, { pair }) => {
      takeOut(pair)
      askPairs()
    },
    onSettled: askBeside,
  })
  // Whoever comes back to the list is asked what is open by then.
  useEffect(() => () => queryClient.removeQueries({ queryKey: pairsKey }), [])
  const [last] = decided.slice(-1)
  useShortcuts([{ keys: 'u', label: t('undo'), enabled: mayDecide && last !== undefined, run: () => last && takeBack(last.pair) }])
  return {
    of: (id: string): Decision | undefined => decided.find(({ pair }) => pair.id === id)?.decision,
    say: (pair: GuestPair, decision: Decision): void => {
      if (!decided.some((one) => one.pair.id === pair.id)) decide.mutate({ pair, decision })
    },
    takeBack,
  }
}
export type Decisions = ReturnType<typeof useDecisions>
