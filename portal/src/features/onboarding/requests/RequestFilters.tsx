import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { onboardingStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useAbility } from '#src/api/ability.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { formatNumber } from '#src/kit/format.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'

/** What the address says of the list. */
export const useFilters = () => {
  const [{ q = '', state, turn }, setSearch] = useUrlSearch()
  const status = onboardingStatuses.find((one) => one === state)
  const mine = turn === 'mine'
  const text = q ? { q } : {}
  const filters = { ...text, ...(status ? { status: [status] } : {}), ...(mine ? { pendingOnMe: true } : {}) }
  const onClear = Object.keys(filters).length > 0 ? () => setSearch({ q: undefined, state: undefined, turn: undefined }) : undefined
  return { q, status, mine, text, filters, onClear, setSearch }
}

type Filters = Pick<ReturnType<typeof useFilters>, 'status' | 'mine' | 'text' | 'setSearch'>
/** With how many there are of each; whoever runs the platform waits for nobody. */
export const Choices = ({ status, mine, text, setSearch }: Filters) => {
  const t = useT()
  const ability = useAbility()
  const { data } = useEndpoint(onboarding.list, { query: { limit: 1, filters: text } }, { ...keepRows, meta: { shown: true } })
  const label = (one: (typeof onboardingStatuses)[number]): string =>
    data ? `${t(`r.s.${one}`)} (${formatNumber(data.counts[one])})` : t(`r.s.${one}`)
  return (
    <>
      <FilterSelect
        label={t('r.everyState')}
        name={t('r.c.status')}
        value={status}
        options={onboardingStatuses.map((value) => ({ value, label: label(value) }))}
        onChange={(value) => setSearch({ state: value })}
      />
      {ability.can('manage', 'all') ? null : (
        <FilterSelect
          label={t('r.everyTurn')}
          name={t('r.turn')}
          value={mine ? 'mine' : undefined}
          options={[{ value: 'mine', label: t('r.mine') }]}
          onChange={(value) => setSearch({ turn: value })}
        />
      )}
    </>
  )
}
