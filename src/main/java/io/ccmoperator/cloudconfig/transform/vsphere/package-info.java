/**
 * The cloud configuration of vSphere: read as YAML or from the legacy INI form, completed from the cluster's objects, and
 * written as YAML. Between the steps it is a tree ({@link io.ccmoperator.assets.tree}) in the shape of the YAML form, whose
 * known sections and keys are those of {@link io.ccmoperator.cloudconfig.transform.vsphere.Section}.
 */
package io.ccmoperator.cloudconfig.transform.vsphere;
