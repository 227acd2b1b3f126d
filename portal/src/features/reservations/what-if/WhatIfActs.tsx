import Button from '@mui/material/Button'
import type { WhatIf } from '@tablewire/contracts/booking/what-if'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { useAbility } from '#src/api/ability.ts'
import { localTime } from '#src/kit/format.ts'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { useT } from '../use-t.ts'
import { type Ask, waitKindAt } from './asked.ts'
import type { OnSearch } from './use-what-if.ts'
import { useWhatIfT } from './use-what-if-t.ts'

type ActsProps = { said: WhatIf; ask: Ask; onSearch: OnSearch }

/** From the answer to the booking, or to the waitlist, with what was asked filled in. */
export const Acts = ({ said, ask, onSearch }: ActsProps) => {
  const t = useWhatIfT()
  const pageT = useT()
  const now = useNow()
  const asked = { size: said.partySize, at: said.startsLocal.slice(11), in: ask.areaId }
  const { answer } = said
  return (
    <div className="acts">
      {answer === 'no' ? null : (
        <Button
          variant="contained"
          color={answer === 'yes' ? 'primary' : 'warning'}
          onClick={() => onSearch({ ...asked, form: 'new' }, { push: true })}
        >
          {answer === 'yes' ? t('book') : pageT('form.bookAnyway')}
        </Button>
      )}
      {said.mayWait && answer !== 'yes' ? (
        <Button
          variant={answer === 'no' ? 'contained' : 'outlined'}
          onClick={() => onSearch({ ...asked, form: undefined, view: 'waitlist', wait: waitKindAt(said.startsAt, now) }, { push: true })}
        >
          {t('wait')}
        </Button>
      ) : null}
    </div>
  )
}

export const Nearest = ({ said, onAsk }: { said: WhatIf; onAsk: (patch: Partial<Ask>) => void }) => {
  const t = useWhatIfT()
  return (
    <fieldset>
      <legend>{said.nearest.length ? t('nearest') : t('nearest.none')}</legend>
      <div className="nearest">
        {said.nearest.map(({ startsAt, startsLocal }) => (
          <button key={startsAt} type="button" onClick={() => onAsk({ time: startsLocal.slice(11) })}>
            {localTime(startsLocal)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** The same question where the rules are set, for whoever may go there. */
export const Why = ({ said, ask }: { said: WhatIf; ask: Ask }) => {
  const t = useWhatIfT()
  const maySet = useAbility().can(...rightOf['/settings/restaurant-setup'])
  if (!maySet || said.closedBy.length === 0) return null
  return (
    <LinkButton
      to="/settings/restaurant-setup"
      of={localTime(said.startsLocal)}
      search={{
        venue: said.venueId,
        date: said.date,
        party: String(said.partySize),
        as: 'staff',
        at: said.startsAt,
        ...(ask.areaId ? { area: ask.areaId } : {}),
      }}
    >
      {t('why')}
    </LinkButton>
  )
}
