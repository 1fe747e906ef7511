/** Manifests for the page of the Dev UI. Development mode alone uses this package; no other package knows it. */
package io.ccmoperator.devui;
