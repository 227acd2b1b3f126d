import { mdiClose, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type Control, useFieldArray } from 'react-hook-form'
import { TextInput } from '#src/kit/form/Fields.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import type { Values } from './system-form.ts'
import { useT } from './use-t.ts'

/** Belongs together for who hears it, without a frame. */
export const Plain = styled('fieldset')({ minWidth: 0, margin: 0, padding: 0, border: 0 })

export const PairRow = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 40px',
  alignItems: 'start',
  gap: 10,
  marginBlockEnd: 14,
})

/** Whatever an adapter needs beside: names with their values. */
export const PairsField = ({ control }: { control: Control<Values> }) => {
  const t = useT()
  const { fields, append, remove } = useFieldArray({ control, name: 'rwgConfig.extraData' })
  return (
    <Plain aria-label={t('f.extraData')}>
      {fields.map((field, index) => (
        <PairRow key={field.id}>
          <TextInput
            control={control}
            name={`rwgConfig.extraData.${index}.name`}
            label={t('pair.name')}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <TextInput
            control={control}
            name={`rwgConfig.extraData.${index}.value`}
            label={t('pair.value')}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          <IconButton aria-label={t('pair.remove', { number: index + 1 })} onClick={() => remove(index)}>
            <Icon path={mdiClose} />
          </IconButton>
        </PairRow>
      ))}
      <Button startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => append({ name: '', value: '' })}>
        {t('pair.add')}
      </Button>
    </Plain>
  )
}
