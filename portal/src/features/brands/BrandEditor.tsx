import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { toast } from '#src/kit/toasts.ts'
import { brandOf, type Draft, faultsOf, isChanged } from './brand-draft.ts'
import type { ThemeTools } from './brand-theme.ts'
import { BrandForm } from './BrandForm.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import { ContrastCard } from './ContrastCard.tsx'
import { announceFaults } from '#src/kit/form/announce-faults.ts'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useT } from './use-t.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  alignItems: 'start',
  gap: theme.spacing(2.5),
  paddingBlockEnd: theme.spacing(3),
  '& > div': { display: 'grid', gap: theme.spacing(2.5), minWidth: 0 },
  '& > .seen': {
    position: 'sticky',
    insetBlockStart: 'calc(var(--top-bar, 0px) + 16px)',
    scrollMarginBlockStart: 'calc(var(--top-bar, 0px) + 12px)',
  },
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)', '& > .seen': { position: 'static' } },
}))
/** In reach wherever the form was left; its far end belongs to the button that leads back up. */
const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  insetBlockEnd: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginInline: theme.spacing(-3),
  padding: theme.spacing(1.25, 3),
  paddingInlineEnd: 84,
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
  '& > output': { marginInlineStart: 8, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& > .look': { display: 'none', [theme.breakpoints.down('lg')]: { display: 'inline-flex' } },
  [theme.breakpoints.down('sm')]: { marginInline: theme.spacing(-1.5), padding: theme.spacing(1, 1.5), paddingInlineEnd: 72 },
}))

type BrandEditorProps = {
  title: string
  before: Draft
  draft: Draft
  /** Typed before a reload. */
  restored: boolean
  onChange: (change: (draft: Draft) => Draft) => void
  tools: ThemeTools
  onBack: () => void
  /** Throws the refusal; may answer where to go after it. */
  save: (draft: Draft) => Promise<(() => void) | undefined>
  actions?: ReactNode
}

export const BrandEditor = ({ title, before, draft, restored, onChange, tools, onBack, save, actions }: BrandEditorProps) => {
  const t = useT()
  const office = useOfficeT()
  const form = useRef<HTMLFormElement>(null)
  const preview = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const changed = isChanged(before, draft)
  const { blocker, letGo } = useUnsaved(changed)
  const look = useMemo(() => tools.brandThemeOf(brandOf(draft)), [draft, tools])
  const faults = tried ? faultsOf(draft) : {}
  const texts = { ...refused, ...Object.fromEntries(Object.entries(faults).map(([field, phrase]) => [field, t(phrase!)])) }
  const toFirstFault = (): void => {
    // After the faults stand beside their fields.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0)
  }
  const run = async (work: () => Promise<(() => void) | undefined>): Promise<void> => {
    setBusy(true)
    setRefused({})
    try {
      const next = await work()
      if (next) {
        letGo()
        next()
      }
    } catch (error) {
      if (error instanceof ApiError)
        setRefused(Object.fromEntries(Object.entries(error.errors).map(([field, all]) => [field, all[0] ?? ''])))
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) announceFaults(t('check'))
      else toast.error(errorText(error, phrasesNow('kit')))
      toFirstFault()
    } finally {
      setBusy(false)
    }
  }
  const submit = (): void => {
    setTried(true)
    if (Object.keys(faultsOf(draft)).length === 0) return void run(() => save(draft))
    announceFaults(t('check'))
    toFirstFault()
  }
  return (
    <>
      <PageTitle title={title} back={<BackButton onClick={onBack}>{t('back')}</BackButton>} actions={actions} />
      <Columns>
        <div>
          <BrandForm ref={form} draft={draft} isNew={before.sdkTheme === ''} onChange={onChange} faults={texts} onSubmit={submit} />
          <ContrastCard draft={draft} look={look} contrast={tools.contrast} />
        </div>
        <div className="seen" ref={preview}>
          <BrandPreview draft={draft} look={look} />
        </div>
      </Columns>
      <Bar>
        <Button variant="contained" onClick={submit} loading={busy} disabled={!changed}>
          {t('save')}
        </Button>
        {changed ? (
          <Button color="inherit" onClick={() => onChange(() => before)} disabled={busy}>
            {t('discard')}
          </Button>
        ) : null}
        <Button className="look" color="inherit" onClick={() => preview.current?.scrollIntoView({ block: 'start' })}>
          {t('preview')}
        </Button>
        <output>{restored ? office('draft.kept') : changed ? t('unsaved') : ''}</output>
      </Bar>
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
