import { Component, type ReactNode } from "react";

type Props = { fallback: (retry: () => void) => ReactNode; children: ReactNode };

/** Limits an error in a screen, or in loading its code, to that screen. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}
