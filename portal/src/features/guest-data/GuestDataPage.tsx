import { guestData, type StoredGuest } from '@tablewire/contracts/booking/guest-data'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { useCall } from '#src/api/query.ts'
import { errorText } from '#src/kit/error-text.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { type Contact, contactOf } from './contact.ts'
import { EraseGuest } from './EraseGuest.tsx'
import { Receipts } from './Receipts.tsx'
import { Stored } from './Stored.tsx'
import { useT } from './use-t.ts'

const Ask = styled('form')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  alignItems: 'start',
  maxWidth: 640,
  '& > div': { flex: '1 1 260px' },
})

type Found = { contact: Contact; stored: StoredGuest }

/** What is stored about a guest, for him to read; erasing him; and what others answered who were asked to do the same. */
export const GuestDataPage = () => {
  const t = useT()
  const mayErase = useAbility().can('delete', 'guest-data')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [found, setFound] = useState<Found>()
  const [erasing, setErasing] = useState(false)
  const look = useCall(guestData.lookUp, { meta: { shown: true } })
  const search = (): void => {
    const contact = contactOf(typed)
    setFound(undefined)
    setWrong(contact ? undefined : t('contact.wrong'))
    if (contact)
      look.mutate(
        { body: contact },
        { onSuccess: (stored) => setFound({ contact, stored }), onError: (error) => setWrong(errorText(error, phrasesNow('kit'))) },
      )
  }
  return (
    <>
      <PageTitle title={t('title')} hint={t('hint')} />
      <FormSection title={t('find')} hint={t('find.hint')}>
        <Ask
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            search()
          }}
        >
          <TextField
            label={t('contact')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={wrong !== undefined}
            helperText={wrong ?? t('contact.hint')}
            slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off', spellCheck: false, dir: 'ltr' } }}
          />
          <Button type="submit" variant="contained" disabled={look.isPending} sx={{ marginTop: { xs: 0, sm: '26px' } }}>
            {t('find.do')}
          </Button>
        </Ask>
        <div aria-live="polite">
          {found ? <Stored stored={found.stored} {...(mayErase ? { onErase: () => setErasing(true) } : {})} /> : null}
        </div>
      </FormSection>
      <Receipts />
      {erasing && found ? (
        <EraseGuest
          contact={found.contact}
          stored={found.stored}
          onClose={() => setErasing(false)}
          onErased={() => {
            setErasing(false)
            setFound(undefined)
            setTyped('')
          }}
        />
      ) : null}
    </>
  )
}
