import { mdiAutorenew, mdiTextBoxOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { OfferedTemplate } from '@tablewire/contracts/reviews/replies'
import { useState } from 'react'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { languageName } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'

const Templates = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > p': { flexBasis: '100%', margin: '4px 0 0', fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}))
/** More are found by the list below. */
const offeredAtMost = 6

type Picked = { templateId: string | null; variantId: string | null }
export type Wording = { templateId: string; variantId: string; text: string }

/** The wording after the one that stands there; the same template again brings the next. */
const nextOf = (template: OfferedTemplate, current: string | null): Wording => {
  const at = template.variants.findIndex(({ id }) => id === current)
  const variant = template.variants[(at + 1) % template.variants.length]!
  return { templateId: template.id, variantId: variant.id, text: variant.text }
}

const base = (language: string): string => language.toLowerCase().split('-')[0]!
const isWordingOf = (templates: readonly OfferedTemplate[], text: string): boolean =>
  templates.some(({ variants }) => variants.some((one) => one.text === text))

type ChooserProps = {
  templates: readonly OfferedTemplate[]
  /** Of the review: what is written in another one is marked, and stands below. */
  language: string | null
  picked: Picked
  /** What stands in the field: words of one's own are replaced only after a question. */
  standing: string
  onPick: (picked: Wording) => void
}

export const TemplateChooser = ({ templates, language, picked, standing, onPick }: ChooserProps) => {
  const t = useT()
  const [all, setAll] = useState(false)
  const [asked, setAsked] = useState<Wording>()
  if (templates.length === 0) return <p>{t('reply.noTemplates')}</p>
  const choose = (wording: Wording): void => {
    if (standing.trim() === '' || isWordingOf(templates, standing)) onPick(wording)
    else setAsked(wording)
  }
  const shown = all ? templates : templates.slice(0, offeredAtMost)
  const isForeign = (template: OfferedTemplate): boolean => language !== null && base(template.language) !== base(language)
  const button = (template: OfferedTemplate) => {
    const chosen = picked.templateId === template.id
    const again = chosen && template.variants.length > 1
    return (
      <Button
        key={template.id}
        size="small"
        variant="outlined"
        color={chosen ? 'primary' : 'inherit'}
        aria-pressed={chosen}
        title={again ? t('reply.anotherWording') : undefined}
        startIcon={<Icon path={again ? mdiAutorenew : mdiTextBoxOutline} size={16} />}
        onClick={() => choose(nextOf(template, chosen ? picked.variantId : null))}
      >
        {isForeign(template) ? t('reply.templateIn', { name: template.name, language: languageName(template.language) }) : template.name}
      </Button>
    )
  }
  const foreign = shown.filter(isForeign)
  return (
    <Templates aria-label={t('reply.templates')}>
      {shown.filter((one) => !isForeign(one)).map(button)}
      {foreign.length > 0 ? (
        <>
          <p>{t('reply.otherLanguage')}</p>
          {foreign.map(button)}
        </>
      ) : null}
      {shown.length < templates.length ? (
        <Button size="small" color="inherit" onClick={() => setAll(true)}>
          {t('reply.moreTemplates', { count: templates.length - shown.length })}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('reply.overwrite')}
        confirmLabel={t('reply.overwrite.yes')}
        danger
        onConfirm={() => {
          if (asked) onPick(asked)
          setAsked(undefined)
        }}
        onClose={() => setAsked(undefined)}
      >
        <p>{t('reply.overwrite.text')}</p>
        <blockquote style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{standing}</blockquote>
      </ConfirmDialog>
    </Templates>
  )
}
