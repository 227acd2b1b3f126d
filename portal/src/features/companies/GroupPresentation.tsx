import type { Control } from 'react-hook-form'
import { TextInput } from '#src/kit/form/Fields.tsx'
import { CompanyField } from './CompanyField.tsx'
import type { GroupFields } from './group-form.ts'
import { InstallLink } from './InstallLink.tsx'
import { LogoField } from './LogoField.tsx'
import { useT } from './use-t.ts'

type GroupPresentationProps = { control: Control<GroupFields>; /** The company is still to be chosen. */ chooses: boolean }

/** Whose a group is, what it is called and shows, and where it begins with Meta. */
export const GroupPresentation = ({ control, chooses }: GroupPresentationProps) => {
  const t = useT()
  return (
    <div style={{ display: 'grid', gap: 18 }}>
      {chooses ? <CompanyField control={control} /> : null}
      <TextInput control={control} name="name" label={t('f.name')} required slotProps={{ htmlInput: { maxLength: 120 } }} />
      <LogoField control={control} />
      <InstallLink control={control} name="fbInstallLink" hint={t('h.fbInstallLink.group')} />
    </div>
  )
}
