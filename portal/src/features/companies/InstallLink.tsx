import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { TextInput } from '#src/kit/form/Fields.tsx'
import { useT } from './use-t.ts'

type InstallLinkProps<F extends FieldValues> = { control: Control<F>; name: FieldPath<F>; hint: string }

/** Where the installation at Meta begins; the platform's to say, others read it. */
export const InstallLink = <F extends FieldValues>({ control, name, hint }: InstallLinkProps<F>) => {
  const t = useT()
  const may = useAbility().can('read', 'brands')
  return (
    <TextInput
      control={control}
      name={name}
      label={t('f.fbInstallLink')}
      hint={may ? hint : t('h.brand.platform')}
      disabled={!may}
      className="wide"
      slotProps={{ htmlInput: { maxLength: 2000, spellCheck: false, dir: 'ltr' } }}
    />
  )
}
