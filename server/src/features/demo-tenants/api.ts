export {
  bringToLife,
  countTenants,
  endedTenants,
  insertReady,
  lockTenants,
  readyTenants,
  removeStrays,
  removeTenant,
  takeDue,
  takeReady,
  tenantOfLink,
  type TenantRecord,
} from './tenant-rows.ts'
