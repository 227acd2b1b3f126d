import { mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { mostVariants } from '@tablewire/contracts/reviews/reply-templates'
import { filledVariant, isVariant, placeholders } from '@tablewire/contracts/reviews/reply.rules'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { useFoundVenues } from '#src/api/finds.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import { TextInput } from '#src/kit/form/Fields.tsx'
import { FindField } from '#src/kit/form/FindField.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from '../use-t.ts'
import type { TemplateForm } from './template-form.ts'

type Part = { control: Control<TemplateForm> }

/** One wording with what it becomes for a guest whose name is known, and for one whose is not. */
const Variant = ({ control, at, onRemove }: Part & { at: number; onRemove: (() => void) | undefined }) => {
  const t = useT()
  const text = useWatch({ control, name: `variants.${at}.text` })
  const known = { guest: 'Noa', venue: 'Casa Vieja', rating: '4/5', sender: 'Ana' }
  const right = isVariant(text)
  const nameless = right ? filledVariant(text, { ...known, guest: null }) : ''
  const preview = right && text.trim() ? [filledVariant(text, known), nameless ?? t('variant.notOffered')].join('\n') : ''
  return (
    <div className="wide" style={{ display: 'grid', gap: 6 }}>
      <TextInput
        control={control}
        name={`variants.${at}.text`}
        label={t('variant', { number: at + 1 })}
        hint={t('variant.hint', { names: placeholders.map((name) => `{${name}}`).join(' ') })}
        required
        multiline
        minRows={3}
        maxRows={12}
        rules={{ validate: (value: unknown) => isVariant(String(value)) || t('variant.wrong') }}
        slotProps={{ htmlInput: { maxLength: 4000 } }}
      />
      {preview ? <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0, fontSize: '0.8125rem' }}>{preview}</p> : null}
      {onRemove ? (
        <Button
          size="small"
          color="inherit"
          onClick={onRemove}
          sx={{ justifySelf: 'start' }}
          aria-label={t('variant.remove.of', { number: at + 1 })}
        >
          {t('variant.remove')}
        </Button>
      ) : null}
    </div>
  )
}

export const Variants = ({ control }: Part) => {
  const t = useT()
  const { fields, append, remove } = useFieldArray({ control, name: 'variants', keyName: 'key' })
  return (
    <>
      {fields.map(({ key }, at) => (
        <Variant key={key} control={control} at={at} onRemove={fields.length > 1 ? () => remove(at) : undefined} />
      ))}
      {fields.length < mostVariants ? (
        <Button
          color="inherit"
          startIcon={<Icon path={mdiPlus} size={18} />}
          onClick={() => append({ text: '' })}
          sx={{ justifySelf: 'start' }}
        >
          {t('variant.add')}
        </Button>
      ) : null}
    </>
  )
}

/** Of these venues only; none = of all. */
export const Venues = ({ control }: Part) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options } = useFoundVenues(search)
  const { fields, append, remove } = useFieldArray({ control, name: 'venues', keyName: 'key' })
  return (
    <div className="wide" style={{ display: 'grid', gap: 8 }}>
      <FindField
        label={t('template.venues')}
        hint={t('template.venues.hint')}
        value=""
        options={options.filter(({ id }) => fields.every((one) => one.id !== id))}
        atOnce
        onType={setText}
        onChoose={({ id, name }) => append({ id, name })}
      />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
        {fields.map(({ key, name }, at) => (
          <FilterChip key={key} text={name} label={t('template.venues.remove', { name })} onRemove={() => remove(at)} />
        ))}
      </div>
    </div>
  )
}
