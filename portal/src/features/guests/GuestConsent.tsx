import { guests } from '@tablewire/contracts/booking/guests'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { GuestPart } from './guest-part.ts'
import { Section } from './section.ts'
import { showGuest } from './show-guest.ts'
import { useT } from './use-t.ts'

const tones = { agreed: 'success', refused: 'danger', unknown: 'neutral' } as const

/** Whether he may be sent news, and what proves it. A no is the house's to write down, a yes only his own to say. */
export const GuestConsent = ({ id, guest, mayWrite }: GuestPart) => {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { state, at, words, place, edition } = guest.consent
  const refuse = useCall(guests.update, {
    onSuccess: (next) => {
      showGuest(id, next)
      setAsking(false)
    },
  })
  const reachable = guest.cards.some(({ email, phone }) => email !== null || phone !== null)
  return (
    <Section aria-label={t('consent')}>
      <h3>{t('consent')}</h3>
      <Tag tone={tones[state]}>{t(`consent.${state}`)}</Tag>
      {at ? <p className="quiet">{[formatInstant(at), place, edition].filter(Boolean).join(' · ')}</p> : null}
      {words ? <p className="said">“{words}”</p> : null}
      {mayWrite && state !== 'refused' && reachable ? (
        <div className="line">
          <Button size="small" color="inherit" variant="outlined" onClick={() => setAsking(true)}>
            {t('consent.refuse')}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        danger
        title={t('consent.refuse.title')}
        confirmLabel={t('consent.refuse.do')}
        busy={refuse.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => refuse.mutate({ params: { id }, body: { version: guest.version, refuses: true } })}
      >
        {t('consent.refuse.text')}
      </ConfirmDialog>
    </Section>
  )
}
