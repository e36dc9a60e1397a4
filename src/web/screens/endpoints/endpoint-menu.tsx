import { Copy, ExternalLink, FlaskConical, Link2, MoreHorizontal, Settings2, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useCopy } from "#web/lib/use-copy.ts";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu, type MenuAction } from "#web/ui/menu.tsx";
import type { EndpointAction } from "./endpoint-dialogs.tsx";
import { isSystemEndpoint } from "./system-endpoint.ts";

type EndpointMenuProps = {
  endpoint: IngestionEndpoint;
  onAction: (action: EndpointAction) => void;
  showsOpen?: boolean;
};

export const EndpointMenu = ({ endpoint, onAction, showsOpen = false }: EndpointMenuProps) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayChange = useMay("endpoints", "work");
  const { copy } = useCopy();
  const address = endpoint.webhookUrl ?? endpoint.mailAddress ?? endpoint.endpointUrl;

  const copyAddress = async (text: string) => {
    if (await copy(text)) toast({ title: t("success.title"), description: t("endpoints.urlCopied") });
  };

  const actions: (MenuAction | false)[] = [
    showsOpen && {
      id: "open",
      label: t("endpoints.open"),
      icon: <ExternalLink aria-hidden="true" />,
      run: () => navigate(`/endpoints/${endpoint.id}`),
    },
    mayChange &&
      !isSystemEndpoint(endpoint, mayChange) && {
        id: "test",
        label: t("endpoints.test"),
        icon: <FlaskConical aria-hidden="true" />,
        run: () => onAction({ kind: "test", endpoint }),
      },
    mayChange && {
      id: "edit",
      label: t("endpoints.edit"),
      icon: <Settings2 aria-hidden="true" />,
      run: () => onAction({ kind: "edit", endpoint }),
    },
    mayChange && {
      id: "duplicate",
      label: t("endpoints.duplicate"),
      icon: <Copy aria-hidden="true" />,
      run: () => onAction({ kind: "duplicate", endpoint }),
    },
    address !== null && {
      id: "copy",
      label: t("endpoints.copyUrl"),
      icon: <Link2 aria-hidden="true" />,
      run: () => void copyAddress(address),
    },
    mayChange && {
      id: "delete",
      label: t("endpoints.remove"),
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      run: () => onAction({ kind: "delete", endpoint }),
    },
  ];
  const visibleActions = actions.filter((action) => action !== false);
  if (visibleActions.length === 0) return null;

  return (
    <ActionMenu
      actions={visibleActions}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="size-8"
          aria-label={t("endpoints.more", { name: endpoint.name })}
        >
          <MoreHorizontal aria-hidden="true" />
        </Button>
      }
    />
  );
};
