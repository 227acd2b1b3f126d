import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import Checkbox from '@mui/material/Checkbox'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Ref } from 'react'
import { Card } from '#src/kit/Card.tsx'
import { type Mode, modes } from '#src/kit/mode.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { colourNames, type Draft, hoverNames, pictureNames, themeNameOf } from './brand-draft.ts'
import { ColourField } from './ColourField.tsx'
import { DomainsField } from './DomainsField.tsx'
import { PictureField } from './PictureField.tsx'
import { useT } from './use-t.ts'

const Form = styled('form')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2.5), minWidth: 0 }))
const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))',
  gap: 18,
  '&.three': { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))' },
})
const Label = styled('span')({ display: 'block', marginBlockEnd: 5, fontSize: '0.8125rem', fontWeight: 500 })
const Hint = styled('p')(({ theme }) => ({ ...theme.typography.caption, margin: '2px 0 0', color: theme.vars.palette.text.secondary }))

type BrandFormProps = {
  ref: Ref<HTMLFormElement>
  draft: Draft
  isNew: boolean
  onChange: (change: (draft: Draft) => Draft) => void
  /** Field as the server names it → what is wrong with it. */
  faults: Readonly<Record<string, string>>
  onSubmit: () => void
}

export const BrandForm = ({ ref, draft, isNew, onChange, faults, onSubmit }: BrandFormProps) => {
  const t = useT()
  // A picture may arrive while somebody goes on typing: each change starts from what the draft is by then.
  const patch = (part: Partial<Draft>): void => onChange((now) => ({ ...now, ...part }))
  return (
    <Form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Names isNew={isNew} draft={draft} patch={patch} faults={faults} />
      <Pictures draft={draft} patch={patch} faults={faults} />
      <Domains draft={draft} patch={patch} faults={faults} />
      <Colours draft={draft} patch={patch} faults={faults} />
      <ModeCard draft={draft} patch={patch} faults={faults} />
      {/* Enter in a field saves. */}
      <button type="submit" hidden>
        {t('save')}
      </button>
    </Form>
  )
}

type PartProps = { draft: Draft; patch: (part: Partial<Draft>) => void; faults: Readonly<Record<string, string>> }

const Names = ({ isNew, draft, patch, faults }: PartProps & { isNew: boolean }) => {
  const t = useT()
  const { name, sdkTheme } = draft
  return (
    <Card title={t('part.names')}>
      <Fields>
        <TextField
          label={t('name')}
          value={name}
          required
          error={faults['name'] !== undefined}
          helperText={faults['name'] ?? t('name.hint', { name: name.trim() || '…' })}
          slotProps={{ htmlInput: { maxLength: 80, dir: 'auto' } }}
          onChange={({ target }) =>
            // The widget's theme follows the name of a new brand until somebody gives it one of its own.
            patch({ name: target.value, ...(isNew && sdkTheme === themeNameOf(name) ? { sdkTheme: themeNameOf(target.value) } : {}) })
          }
        />
        <TextField
          label={t('sdkTheme')}
          value={sdkTheme}
          required
          error={faults['sdkTheme'] !== undefined}
          helperText={faults['sdkTheme'] ?? t('sdkTheme.hint')}
          slotProps={{ htmlInput: { maxLength: 40, spellCheck: false, autoCapitalize: 'none' } }}
          onChange={({ target }) => patch({ sdkTheme: target.value })}
        />
      </Fields>
    </Card>
  )
}

const Pictures = ({ draft, patch, faults }: PartProps) => {
  const t = useT()
  return (
    <Card title={t('part.pictures')} hint={t('pictures.hint')}>
      <Fields className="three">
        {pictureNames.map((use) => (
          <PictureField
            key={use}
            use={use}
            path={draft[use]}
            ground={draft.colours.background || (draft.mode === 'dark' ? '#16171d' : '#f6f6f9')}
            fault={faults[use]}
            onChange={(path) => patch({ [use]: path })}
          />
        ))}
      </Fields>
    </Card>
  )
}

const Domains = ({ draft, patch, faults }: PartProps) => {
  const t = useT()
  return (
    <Card title={t('part.domains')} hint={t('domains.hint')}>
      <DomainsField domains={draft.domains} faults={faults} onChange={(domains) => patch({ domains })} />
    </Card>
  )
}

const Colours = ({ draft, patch, faults }: PartProps) => {
  const t = useT()
  return (
    <Card title={t('part.colours')} hint={t('colours.hint')}>
      <Fields>
        {colourNames.map((name) => (
          <ColourField
            key={name}
            label={t(`colour.${name}`)}
            value={draft.colours[name]}
            required={name === 'primary'}
            fault={faults[`theme.palette.${name}`]}
            onChange={(value) => patch({ colours: { ...draft.colours, [name]: value } })}
          />
        ))}
        {hoverNames.map((name) => (
          <ColourField
            key={`hover-${name}`}
            label={t(`hover.${name}`)}
            value={draft.hover[name]}
            fault={faults[`theme.buttonHover.${name}`]}
            onChange={(value) => patch({ hover: { ...draft.hover, [name]: value } })}
          />
        ))}
      </Fields>
    </Card>
  )
}

const ModeCard = ({ draft, patch }: PartProps) => {
  const t = useT()
  return (
    <Card title={t('part.mode')} hint={t('mode.hint')}>
      <Label id="brand-mode">{t('mode')}</Label>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={draft.mode}
        aria-labelledby="brand-mode"
        onChange={(_, mode: Mode | null) => (mode ? patch({ mode }) : undefined)}
      >
        {modes.map((mode) => (
          <ToggleButton key={mode} value={mode}>
            {t(`mode.${mode}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <FormControlLabel
        sx={{ marginBlockStart: 1 }}
        control={<Checkbox checked={draft.fixedMode} onChange={({ target }) => patch({ fixedMode: target.checked })} />}
        label={t('mode.fixed')}
      />
      <Hint>{t('mode.fixedHint')}</Hint>
    </Card>
  )
}
