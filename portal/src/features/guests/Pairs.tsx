import { mdiAccountMultipleCheckOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type GuestPair, type GuestRow, guests } from '@tablewire/contracts/booking/guests'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAbility } from '#src/api/ability.ts'
import { api } from '#src/api/client.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { nameOf, pastOf, reachedAt } from './guest-words.ts'
import { type Decisions, pairsKey, useDecisions } from './use-decisions.ts'
import { useT } from './use-t.ts'

const Root = styled('section')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  overflowY: 'auto',
  display: 'grid',
  alignContent: 'start',
  gap: theme.spacing(1.5),
  '& > article': {
    display: 'grid',
    gap: theme.spacing(1.5),
    padding: theme.spacing(2),
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& .both': { display: 'grid', gap: theme.spacing(2), gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))' },
  '& .both > div': { display: 'grid', alignContent: 'start', justifyItems: 'start', gap: 2, minWidth: 0, overflowWrap: 'anywhere' },
  '& .both strong': { fontWeight: 600 },
  '& small': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) },
}))

const One = ({ guest, onShow }: { guest: GuestRow; onShow: (id: string) => void }) => {
  const t = useT()
  return (
    <div>
      <strong>{nameOf(t, guest)}</strong>
      <small>{reachedAt(guest)}</small>
      <small>{[...pastOf(t, guest), ...guest.allergies, ...guest.tags].join(' · ')}</small>
      <Button size="small" color="inherit" onClick={() => onShow(guest.id)} aria-label={`${t('show')}: ${nameOf(t, guest)}`}>
        {t('show')}
      </Button>
    </div>
  )
}

type PairProps = { pair: GuestPair; mayDecide: boolean; decisions: Decisions; onShow: (id: string) => void }
/** It stays where it is once it is decided, out of use: the next one never comes to lie under the finger. */
const Pair = ({ pair, mayDecide, decisions, onShow }: PairProps) => {
  const t = useT()
  const { one, other, alike, venueName } = pair
  const [first, second] = [nameOf(t, one), nameOf(t, other)]
  const decision = decisions.of(pair.id)
  const off = decision !== undefined
  return (
    <article aria-label={t('pair', { one: first, other: second })}>
      <span className="line">
        {alike.map((key) => (
          <Tag key={key} tone="info">
            {t(`alike.${key}`)}
          </Tag>
        ))}
        <small>{venueName}</small>
      </span>
      <div className="both">
        <One guest={one} onShow={onShow} />
        <One guest={other} onShow={onShow} />
      </div>
      {mayDecide ? (
        <div className="line">
          <KeptButton size="small" variant="outlined" disabled={off} onClick={() => decisions.say(pair, { same: true, keep: 'one' })}>
            {first === second ? t('same') : t('same.as', { name: first })}
          </KeptButton>
          {first === second ? null : (
            <KeptButton size="small" variant="outlined" disabled={off} onClick={() => decisions.say(pair, { same: true, keep: 'other' })}>
              {t('same.as', { name: second })}
            </KeptButton>
          )}
          <KeptButton size="small" color="inherit" disabled={off} onClick={() => decisions.say(pair, { same: false })}>
            {t('different')}
          </KeptButton>
          {decision ? (
            <>
              <strong>{t(decision.same ? 'merge.done' : 'decided.apart')}</strong>
              <Button size="small" color="inherit" onClick={() => decisions.takeBack(pair)}>
                {t('undo')}
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
    </article>
  )
}

/** Guests of whom one key agrees and another does not: no machine decides that. */
export const Pairs = ({ venueId, onShow }: { venueId: string | undefined; onShow: (id: string) => void }) => {
  const t = useT()
  const mayDecide = useAbility().can('update', 'guests')
  const decisions = useDecisions(mayDecide)
  const ask = venueId ? { venueId } : {}
  const query = useInfiniteQuery({
    queryKey: [...pairsKey, ask],
    queryFn: ({ pageParam, signal }) => api(guests.pairs, { query: { ...ask, ...(pageParam ? { after: pageParam } : {}) } }, { signal }),
    // It is read anew where it is opened: nothing moves while somebody decides.
    staleTime: Infinity,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const pairs = query.data?.pages.flatMap(({ data }) => data)
  if (!pairs)
    return (
      <Root aria-label={t('pairs.title')}>
        {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton />}
      </Root>
    )
  const total = Math.max(0, (query.data?.pages[0]?.total ?? 0) - pairs.filter(({ id }) => decisions.of(id)).length)
  return (
    <Root aria-label={t('pairs.title')}>
      {pairs.length === 0 ? (
        <EmptyState icon={mdiAccountMultipleCheckOutline} title={t('pairs.none')} hint={t('pairs.none.hint')} />
      ) : (
        <small>{t('pairs.total', { count: total, number: formatNumber(total) })}</small>
      )}
      {pairs.map((pair) => (
        <Pair key={pair.id} pair={pair} mayDecide={mayDecide} decisions={decisions} onShow={onShow} />
      ))}
      {query.hasNextPage ? (
        <div className="line">
          <KeptButton color="inherit" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('pairs.more')}
          </KeptButton>
        </div>
      ) : null}
    </Root>
  )
}
