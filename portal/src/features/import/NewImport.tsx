import { mdiArrowLeft, mdiCalendarMultiple, mdiStoreOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ImportBatch, fileBytesMax, imports } from '@tablewire/contracts/import'
import type { ImportKind } from '@tablewire/contracts/import.rules'
import { useEffect, useRef, useState } from 'react'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { useSession } from '#src/api/session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { Card } from '#src/kit/Card.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { FileDrop } from './FileDrop.tsx'
import { sendFile } from './send-file.ts'
import { useT } from './use-t.ts'
import { type Where, WhereTo } from './WhereTo.tsx'

const Stack = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2), maxWidth: 760 }))
const Kinds = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 230px), 1fr))',
  gap: theme.spacing(1.5),
  margin: 0,
  padding: 0,
  border: 'none',
  '& > legend': { padding: 0, marginBlockEnd: 8, fontSize: '0.8125rem', fontWeight: 500 },
  '& > label': {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: 12,
    alignItems: 'center',
    padding: theme.spacing(1.5, 1.75),
    border: `1px solid ${theme.vars.palette.ground.edge}`,
    borderRadius: theme.vars.shape.borderRadius,
    cursor: 'pointer',
    '& > input': { position: 'absolute', opacity: 0 },
    '& > span': { fontWeight: 600, fontSize: '0.9375rem' },
    '& > small': { gridColumn: 2, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
    '& > svg': { gridRow: '1 / span 2', color: theme.vars.palette.text.secondary },
    '&:has(:checked)': {
      borderColor: theme.vars.palette.accent.ring,
      boxShadow: `inset 0 0 0 1px ${theme.vars.palette.accent.ring}`,
      backgroundColor: theme.vars.palette.accent.soft,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
  },
}))
const icons: Record<ImportKind, string> = { reservations: mdiCalendarMultiple, venues: mdiStoreOutline }

type Begun = { batch: ImportBatch; file: File }

/** One file on its way: the import is made with the first try; a file that is refused may be followed by another one. */
const useSending = (onDone: (id: string) => void) => {
  const gone = useRef(false)
  const begun = useRef<Begun>(undefined)
  const [sent, setSent] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])
  const send = async (file: File, into: { kind: ImportKind; venueId?: string; company?: string }): Promise<void> => {
    setRefusal(undefined)
    setSent(0)
    try {
      const same = begun.current?.file === file ? begun.current.batch : undefined
      const body = { ...into, fileName: file.name.slice(0, 200), fileBytes: file.size }
      const batch = same
        ? await api(imports.get, { params: { id: same.id } })
        : await api(imports.create, { body }, { idempotencyKey: randomKey() })
      if (begun.current && !same) void api(imports.delete, { params: { id: begun.current.batch.id } }).catch(() => undefined)
      begun.current = { batch, file }
      const last = await sendFile({ batch, file, onProgress: setSent, isGone: () => gone.current })
      await queryClient.invalidateQueries({ queryKey: keyOf(imports.list) })
      if (last && !gone.current) onDone(last.id)
    } catch (error) {
      setRefusal(errorText(error, phrasesNow('kit')))
    } finally {
      setSent(undefined)
    }
  }
  return { sent, refusal, refuse: setRefusal, send }
}

/** What comes in, where to, and the file it comes from. */
export const NewImport = ({ onLeave }: { onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const company = useSession().userData?.companyName
  const [kind, setKind] = useState<ImportKind>('reservations')
  const [venue, setVenue] = useState<Where['venue']>()
  const [several, setSeveral] = useState(false)
  const [companyName, setCompanyName] = useState('')
  const [file, setFile] = useState<File>()
  const [tried, setTried] = useState(false)
  const { sent, refusal, refuse, send } = useSending(onLeave)
  const needsCompany = kind === 'venues' && !company
  const missing = kind === 'reservations' ? !venue && !several : needsCompany && companyName.trim() === ''
  const start = (chosen: File | undefined): void => {
    setTried(true)
    if (!chosen) return refuse(t('file.missing'))
    if (chosen.size > fileBytesMax) return refuse(t('file.tooLarge', { limit: fileBytesMax / 1_048_576 }))
    if (chosen.size === 0) return refuse(t('file.empty'))
    if (missing) return undefined
    return void send(
      chosen,
      kind === 'reservations'
        ? { kind, ...(several || !venue ? {} : { venueId: venue.id }) }
        : { kind, ...(needsCompany ? { company: companyName.trim() } : {}) },
    )
  }
  return (
    <>
      <PageTitle
        title={t('new')}
        hint={t('new.hint')}
        actions={
          <Button color="inherit" startIcon={<Icon path={mdiArrowLeft} />} onClick={() => onLeave(undefined)}>
            {t('back')}
          </Button>
        }
      />
      <Stack>
        <Card title={t('what')}>
          <Kinds>
            <legend>{t('what.legend')}</legend>
            {(['reservations', 'venues'] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)} />
                <Icon path={icons[one]} size={24} />
                <span>{t(`kind.${one}`)}</span>
                <small>{t(`kind.${one}.hint`)}</small>
              </label>
            ))}
          </Kinds>
          <div style={{ marginTop: 20 }}>
            {kind === 'reservations' ? (
              <WhereTo
                several={several}
                onSeveral={setSeveral}
                venue={venue}
                fault={tried && !venue ? t('venue.missing') : undefined}
                onVenue={setVenue}
              />
            ) : needsCompany ? (
              <TextField
                label={t('company')}
                required
                value={companyName}
                error={tried && missing}
                helperText={tried && missing ? t('company.missing') : t('company.hint')}
                slotProps={{ htmlInput: { maxLength: 160 } }}
                onChange={({ target }) => setCompanyName(target.value)}
              />
            ) : null}
          </div>
        </Card>
        <Card title={t('file')} hint={t('file.about')}>
          <FileDrop
            file={file}
            sent={sent}
            refusal={refusal}
            onChoose={(chosen) => {
              setFile(chosen)
              refuse(undefined)
              if (!missing) start(chosen)
            }}
          />
        </Card>
        <div>
          <Button variant="contained" loading={sent !== undefined} onClick={() => start(file)}>
            {t('file.send')}
          </Button>
        </div>
      </Stack>
    </>
  )
}
