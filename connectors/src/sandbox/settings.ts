import { z } from 'zod/mini'
import type { SettingField } from '../kit/connector.ts'

export const SandboxSettings = z.object({ baseUrl: z.url().check(z.maxLength(500)) })
export type SandboxSettings = z.infer<typeof SandboxSettings>

export const sandboxFields: readonly SettingField[] = [{ name: 'baseUrl', kind: 'url', required: true }]
