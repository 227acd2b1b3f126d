import type { Control } from 'react-hook-form'
import type { GroupFields } from './group-form.ts'
import { InstallLink } from './InstallLink.tsx'
import { LogoField } from './LogoField.tsx'
import { useT } from './use-t.ts'

/** What a group shows, and where it begins with Meta. */
export const GroupPresentation = ({ control }: { control: Control<GroupFields> }) => {
  const t = useT()
  return (
    <>
      <LogoField control={control} />
      <InstallLink control={control} name="fbInstallLink" hint={t('h.fbInstallLink.group')} />
    </>
  )
}
