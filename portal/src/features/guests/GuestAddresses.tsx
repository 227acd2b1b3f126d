import { type GuestProfile, guests } from '@tablewire/contracts/booking/guests'
import { useState } from 'react'
import { keepRows, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { FindField } from '#src/kit/form/FindField.tsx'
import { formatInstant, languageName } from '#src/kit/format.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import type { GuestPart } from './guest-part.ts'
import { nameOf, reachedAt } from './guest-words.ts'
import { Section } from './section.ts'
import { showGuest } from './show-guest.ts'
import { askAgain } from './use-guests.ts'
import { useT } from './use-t.ts'

type Card = GuestProfile['cards'][number]
type Other = { id: string; name: string; note: string | null }
const offered = 8

/** Two that nobody saw the likeness of: chosen by name, and taken back as easily. */
const MergeWith = ({ id, guest }: Omit<GuestPart, 'mayWrite'>) => {
  const t = useT()
  const [search, setText] = useTyped()
  const [chosen, setChosen] = useState<Other>()
  const query = { q: search, venueId: guest.venueId, limit: offered + 1 }
  const { data } = useEndpoint(guests.list, { query }, { ...keepRows, enabled: search.length > 1 })
  const options = (search.length > 1 ? (data?.data ?? []) : [])
    .filter((other) => other.id !== guest.id)
    .slice(0, offered)
    .map((other) => ({ id: other.id, name: nameOf(t, other), note: reachedAt(other) }))
  const merge = useCall(guests.merge, {
    onSuccess: (next) => {
      showGuest(id, next)
      void askAgain()
      setChosen(undefined)
      toast.success(t('merge.done'))
    },
  })
  return (
    <>
      <FindField
        label={t('merge')}
        hint={t('merge.hint')}
        value=""
        options={options}
        note={search.length > 1 && data && options.length === 0 ? t('none.filtered') : undefined}
        onType={setText}
        onChoose={({ note = null, ...other }) => setChosen({ ...other, note })}
      />
      <ConfirmDialog
        open={chosen !== undefined}
        title={t('merge.title')}
        confirmLabel={t('merge.do')}
        busy={merge.isPending}
        onClose={() => setChosen(undefined)}
        onConfirm={() => chosen && merge.mutate({ params: { id: guest.id }, body: { otherId: chosen.id } })}
      >
        <p>{t('merge.text', { name: nameOf(t, guest), other: [chosen?.name, chosen?.note].filter(Boolean).join(', ') })}</p>
      </ConfirmDialog>
    </>
  )
}

type AddressProps = { card: Card; onPart: (() => void) | undefined; parting: boolean }
const Address = ({ card, onPart, parting }: AddressProps) => {
  const t = useT()
  const { email, phone, lang, knownSince, mergedAt, mergedBy } = card
  return (
    <li>
      <span className="head">
        <strong>{nameOf(t, card)}</strong>
        {onPart ? (
          <KeptButton size="small" color="inherit" busy={parting} onClick={onPart} aria-label={`${t('part')}: ${nameOf(t, card)}`}>
            {t('part')}
          </KeptButton>
        ) : null}
      </span>
      <small>
        {email ? <a href={`mailto:${email}`}>{email}</a> : null}
        {email && phone ? ' · ' : ''}
        {phone ? <a href={`tel:${phone}`}>{phone}</a> : null}
      </small>
      <small>
        {[
          lang && languageName(lang),
          t('since', { at: formatInstant(knownSince) }),
          mergedAt &&
            (mergedBy === null
              ? t('merged.alone', { at: formatInstant(mergedAt) })
              : t('merged.by', { at: formatInstant(mergedAt), name: mergedBy })),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </li>
  )
}

/** Under which names and addresses he booked; each that was merged in can be taken out again, as it was. */
export const GuestAddresses = ({ id, guest, mayWrite, onShow }: GuestPart & { onShow: (id: string) => void }) => {
  const t = useT()
  const part = useCall(guests.part, {
    onSuccess: (next, { params }) => {
      showGuest(params.id, next)
      void askAgain()
      toast.success(t('part.done'))
      // Who was looked at by the address that has just been taken out is looked at by the first one again.
      if (id === params.id) onShow(guest.id)
    },
  })
  return (
    <Section aria-label={t('addresses')}>
      <h3>{t('addresses')}</h3>
      <ul>
        {guest.cards.map((card) => (
          <Address
            key={card.id}
            card={card}
            parting={part.isPending && part.variables.params.id === card.id}
            onPart={mayWrite && card.mergedAt !== null ? () => part.mutate({ params: { id: card.id } }) : undefined}
          />
        ))}
      </ul>
      {mayWrite ? <MergeWith id={id} guest={guest} /> : null}
    </Section>
  )
}
