import {
  mdiAccountClockOutline,
  mdiAccountOffOutline,
  mdiCancel,
  mdiCheckAll,
  mdiCheckCircleOutline,
  mdiCloseCircleOutline,
  mdiCreditCardClockOutline,
  mdiHelpCircleOutline,
  mdiImport,
  mdiPhoneOutline,
  mdiServerNetwork,
  mdiSilverwareForkKnife,
  mdiTimerOffOutline,
  mdiTimerSand,
  mdiTransitConnectionVariant,
  mdiWalk,
  mdiWeb,
} from '@mdi/js'
import type { Reservation } from '@tablewire/contracts/booking/reservations'
import type { Move, Status } from '@tablewire/contracts/booking/reservations.rules'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import type { SourceName } from './reservation-search.ts'
import { useT } from './use-t.ts'

export const StatusTag = ({ status }: { status: Status }) => {
  const t = useT()
  const { tone, icon } = statusStyle[status]
  return (
    <Tag tone={tone} icon={icon}>
      {t(`status.${status}`)}
    </Tag>
  )
}

/** Each status has a colour, a shape and a word, so that none has to carry it alone. */
export const statusStyle: Record<Status, { tone: Tone; icon: string }> = {
  held: { tone: 'neutral', icon: mdiTimerSand },
  pending_confirmation: { tone: 'warning', icon: mdiHelpCircleOutline },
  requires_payment: { tone: 'violet', icon: mdiCreditCardClockOutline },
  confirmed: { tone: 'info', icon: mdiCheckCircleOutline },
  seated: { tone: 'success', icon: mdiSilverwareForkKnife },
  completed: { tone: 'teal', icon: mdiCheckAll },
  no_show: { tone: 'danger', icon: mdiAccountOffOutline },
  canceled: { tone: 'neutral', icon: mdiCloseCircleOutline },
  rejected: { tone: 'neutral', icon: mdiCancel },
  expired: { tone: 'neutral', icon: mdiTimerOffOutline },
}

export const sourceIcon: Record<SourceName, string> = {
  phone: mdiPhoneOutline,
  walk_in: mdiWalk,
  channel: mdiTransitConnectionVariant,
  widget: mdiWeb,
  import: mdiImport,
  system: mdiServerNetwork,
  waitlist: mdiAccountClockOutline,
}

/** One key each while a reservation is focused. */
export const moveKey: Record<Move, string> = {
  confirm: 'y',
  reject: 'r',
  seat: 's',
  complete: 'c',
  cancel: 'x',
  'no-show': 'n',
  reopen: 'o',
}

/** What a host most likely does next; the rest stands behind it. */
export const primaryMove: Partial<Record<Status, Move>> = {
  pending_confirmation: 'confirm',
  requires_payment: 'confirm',
  confirmed: 'seat',
  seated: 'complete',
}

/** Why a booking is over: people's words stay as they wrote them, ours and a system's are told in the reader's language. */
export const ReasonWord = ({ by, reason }: { by: string | null; reason: string }) => {
  const { inFull } = useFaultWords()
  return by === 'hub' || by === 'system' ? inFull(reason) : reason
}

/** How the booking stands at the venue's own reservation system, in that system's words where it refused something. */
export const RemoteWord = ({ remote }: { remote: NonNullable<Reservation['remote']> }) => {
  const t = useT()
  const { inFull } = useFaultWords()
  return (
    <>
      <dt>{t('panel.remote')}</dt>
      <dd>
        {remote.systemName}: {t(`remote.${remote.state}`)}
        {remote.remoteId ? (
          <>
            {' '}
            <code style={{ overflowWrap: 'anywhere' }}>{remote.remoteId}</code>
          </>
        ) : null}
        {remote.lastError && remote.state === 'closed' ? <div style={{ overflowWrap: 'anywhere' }}>{inFull(remote.lastError)}</div> : null}
        {remote.paymentUrl ? (
          <div>
            <a href={remote.paymentUrl} target="_blank" rel="noreferrer">
              {t('remote.payment')}
            </a>
          </div>
        ) : null}
      </dd>
    </>
  )
}
