import { type WorkIntegration, workIntegrationsApi } from "#contract/work-integrations.ts";
import { VendorSignIn } from "#web/components/vendor-sign-in.tsx";
import { useApiMutation } from "#web/lib/api.ts";

/** The sign-in at the vendor, for vendors of leads and messages that offer one. */
export const WorkConnect = ({
  work: { service, oauth },
  label,
}: {
  work: WorkIntegration;
  label: string;
}) => {
  const connect = useApiMutation(workIntegrationsApi.connect);
  const disconnect = useApiMutation(workIntegrationsApi.disconnect);
  const params = { service };
  return (
    oauth && (
      <VendorSignIn
        label={label}
        oauth={oauth}
        connect={() => connect.mutateAsync({ params })}
        disconnect={() => disconnect.mutateAsync({ params })}
        isBusy={connect.isPending || disconnect.isPending}
      />
    )
  );
};
