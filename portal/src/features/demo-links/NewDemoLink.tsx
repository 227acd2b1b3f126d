import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { demoLinks } from '@tablewire/contracts/demo/demo-links'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import { currentLang } from '#src/i18n/lang.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText, fieldError } from '#src/kit/error-text.ts'
import { FindField } from '#src/kit/form/FindField.tsx'
import { languageName } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useFoundVenues } from './found-venues.ts'
import { useT } from './use-t.ts'

/** Of a restaurant or of a brand: what was chosen last counts. */
export const NewDemoLink = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const titleId = useId()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [lang, setLang] = useState<Lang>(currentLang())
  const [brandId, setBrandId] = useState('')
  const [venue, setVenue] = useState<{ id: string; name: string }>()
  const [found, setSearch] = useFoundVenues()
  const choices = useQuery({ queryKey: keyOf(demoLinks.choices), queryFn: ({ signal }) => api(demoLinks.choices, {}, { signal }) })
  const brands = choices.data?.brands ?? []
  const make = useMutation({
    mutationFn: () =>
      api(demoLinks.create, {
        body: { email, lang, ...(venue ? { venueId: venue.id } : { brandId: brandId || (brands[0]?.id ?? null) }) },
      }),
    onSuccess: () => {
      toast.success(t('made', { email }))
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(demoLinks.list) }),
  })
  const { error } = make
  const own = error ? fieldError(error, 'email') : undefined
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    if (!make.isPending) make.mutate()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('new')}</DialogTitle>
      <form noValidate onSubmit={onSubmit} style={{ display: 'contents' }}>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
          <TextField
            label={t('email')}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={own !== undefined}
            helperText={own ?? t('email.hint')}
          />
          <FindField
            label={t('venue')}
            hint={t('venue.hint')}
            value={venue?.name ?? ''}
            options={found}
            onType={setSearch}
            onChoose={({ id, name }) => setVenue({ id, name })}
          />
          {venue ? (
            <Button size="small" onClick={() => setVenue(undefined)}>
              {t('venue.none')}
            </Button>
          ) : (
            <TextField
              select
              label={t('brand')}
              value={brandId || (brands[0]?.id ?? '')}
              onChange={(event) => setBrandId(event.target.value)}
            >
              {brands.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </TextField>
          )}
          <TextField select label={t('lang')} value={lang} onChange={(event) => setLang(event.target.value as Lang)}>
            {langs.map((one) => (
              <option key={one} value={one}>
                {languageName(one)}
              </option>
            ))}
          </TextField>
          {error && own === undefined ? <p role="alert">{errorText(error, phrasesNow('kit'))}</p> : null}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={make.isPending}>
            {t('make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
