import { mdiAccountGroupOutline, mdiCalendarAlert } from '@mdi/js'
import { type BookConflict, bookDrafts, type BookConflicts } from '@tablewire/contracts/estate/book-drafts'
import Button from '@mui/material/Button'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useLive } from '#src/api/live.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatDate, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { Banner } from '#src/kit/Banner.tsx'
import { useT } from './use-t.ts'

type ConflictListProps = {
  found: BookConflicts
  busy?: boolean
  onOpen?: (conflict: BookConflict) => void
  onKeep?: (conflict: BookConflict) => void
}

/** Reservations without a place in the book, the next meal first. */
const ConflictList = ({ found, busy = false, onOpen, onKeep }: ConflictListProps) => {
  const t = useT()
  return (
    <>
      <ItemList>
        {found.conflicts.map((conflict) => {
          const { reservationId, startsLocal, partySize, guestName, reference, areaName, rules, blocks } = conflict
          return (
            <ListItem
              key={reservationId}
              icon={<Icon path={mdiAccountGroupOutline} />}
              title={
                <>
                  {formatDate(startsLocal)} {localTime(startsLocal)} · {t('conflict.party', { count: partySize })} ·{' '}
                  {guestName || reference}
                  {blocks ? <Tag tone="danger">{t('conflict.blocks')}</Tag> : null}
                </>
              }
              text={`${areaName} · ${rules.map(({ rule }) => t(`conflict.rule.${rule}` as 'conflict.rule.closure')).join(', ')}`}
              acts={
                <>
                  {/* Who may not see reservations has nothing to open. */}
                  {onOpen && guestName !== null ? (
                    <Button size="small" variant="outlined" onClick={() => onOpen(conflict)}>
                      {t('left.open')}
                    </Button>
                  ) : null}
                  {onKeep ? (
                    <Button size="small" color="inherit" disabled={busy} onClick={() => onKeep(conflict)}>
                      {t('left.keep')}
                    </Button>
                  ) : null}
                </>
              }
            />
          )
        })}
      </ItemList>
      {found.total > found.conflicts.length ? <p>{t('conflict.more', { count: found.total - found.conflicts.length })}</p> : null}
    </>
  )
}

type BeforeSaveProps = { venueId: string; found: BookConflicts | undefined; busy: boolean; onSave: () => void; onClose: () => void }

const openBeside = (venue: string, id: string, startsLocal: string): void =>
  void window.open(`/reservations?${new URLSearchParams({ venue, date: startsLocal.slice(0, 10), id }).toString()}`, '_blank', 'noopener')

/** Before a book is saved that leaves reservations without a place: they are named, and nothing happens to them. */
export const BeforeSave = ({ venueId, found, busy, onSave, onClose }: BeforeSaveProps) => {
  const t = useT()
  const blocked = found?.conflicts.some(({ blocks }) => blocks) ?? false
  return (
    <ConfirmDialog
      open={found !== undefined}
      title={t('conflict.title', { count: found?.total ?? 0 })}
      confirmLabel={t('conflict.save')}
      busy={busy}
      ready={!blocked}
      onConfirm={onSave}
      onClose={onClose}
    >
      <p style={{ marginBlockStart: 0 }}>{t('conflict.text')}</p>
      {blocked ? <p>{t('conflict.blocked')}</p> : null}
      {/* Beside this page, so that what was edited stays as it is. */}
      {found ? (
        <ConflictList found={found} onOpen={({ reservationId, startsLocal }) => openBeside(venueId, reservationId, startsLocal)} />
      ) : null}
    </ConfirmDialog>
  )
}

/** What is left to do since the book changed; it stays until each was moved, canceled or kept. */
export const ConflictsLeft = ({ venueId, mayKeep }: { venueId: string; mayKeep: boolean }) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const openReservation = (id: string, startsLocal: string): void =>
    void navigate({ to: '/reservations', search: { venue: venueId, date: startsLocal.slice(0, 10), id } as never })
  const input = { params: { id: venueId } }
  const left = useEndpoint(bookDrafts.left, input, { staleTime: 0 })
  useLive(({ type, venueId: of }) => {
    if (of === venueId && (type === 'book' || type === 'reservation'))
      void queryClient.invalidateQueries({ queryKey: keyOf(bookDrafts.left, input) })
  })
  const keep = useCall(bookDrafts.keep, { onSuccess: (fresh) => queryClient.setQueryData(keyOf(bookDrafts.left, input), fresh) })
  if (!left.data?.total) return null
  return (
    <section aria-label={t('left.title')} style={{ display: 'grid', gap: 12, marginBlockEnd: 16 }}>
      <Banner
        tone="warning"
        icon={mdiCalendarAlert}
        action={
          <Button size="small" variant="outlined" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'left.hide' : 'left.show')}
          </Button>
        }
      >
        {t('left.text', { count: left.data.total })}
      </Banner>
      {open ? (
        <ConflictList
          found={left.data}
          busy={keep.isPending}
          onOpen={({ reservationId, startsLocal }) => openReservation(reservationId, startsLocal)}
          {...(mayKeep ? { onKeep: ({ reservationId }) => keep.mutate({ ...input, body: { reservationId } }) } : {})}
        />
      ) : null}
    </section>
  )
}
